import { type Static, Type } from '@sinclair/typebox';
import { DatasetVersion } from '../datasets/version.js';
import { resource } from '../kit/resource.js';
import { JsonText, namedFields, OneOf, Prose, Uuid } from '../kit/schemas.js';
import { ModelVersion } from '../models/version.js';

/** What a node may work with; empty: nothing. */
export const nodeEntityTypes = ['', 'model', 'dataset'] as const;

/** What a node does when it fails, where nobody said. */
export const DEFAULT_ON_FAILURE = 'stop';

/** What is read of the entity of a node when it is shown; nothing of it is stored. */
const readThrough = {
  entity_name: Type.Optional(Type.String()),
  entity_description: Type.Optional(Type.String()),
  entity_logo: Type.Optional(Type.String({ description: 'Path of the logo, or empty.' })),
  has_direct_access: Type.Optional(
    Type.Boolean({ description: 'Whether the entity is shared with the caller by a share of its own.' }),
  ),
  model_kind: Type.Optional(Type.String()),
  model_application_id: Type.Optional(Type.String()),
  active_version_id: Type.Optional(Type.String()),
  model_versions: Type.Optional(Type.Array(ModelVersion)),
  dataset_versions: Type.Optional(Type.Array(DatasetVersion)),
};

export const WorkflowNode = resource('WorkflowNode', {
  ...namedFields,
  entity_type: OneOf(nodeEntityTypes, { description: 'Empty: it works with none.' }),
  entity_id: Type.String(),
  entity_version_id: Type.String({ description: 'Empty: the active one when it runs.' }),
  config: Type.String({ description: 'JSON, or empty.' }),
  position: Type.String({ description: 'A JSON object with `x` and `y`, or empty.' }),
  timeout: Type.Integer({ minimum: 0, description: 'Seconds; 0: none is said.' }),
  on_failure: Type.String({ description: '`stop`, `continue`, `skip`, `retry` or `retry:N`.' }),
  user_id: Type.String({ description: 'Who saved it last: it works with the rights of that person.' }),
  version_id: Uuid,
  ...readThrough,
});
export type WorkflowNode = Readonly<Static<typeof WorkflowNode>>;

const IdOrNone = Type.Union([Uuid, Type.Literal('')]);

/** What a caller may set of a node. */
export const settableNodeFields = {
  name: Type.Optional(Type.String({ maxLength: 200 })),
  description: Type.Optional(Prose),
  entity_type: Type.Optional(OneOf(nodeEntityTypes)),
  entity_id: Type.Optional(IdOrNone),
  entity_version_id: Type.Optional(IdOrNone),
  config: Type.Optional(JsonText),
  position: Type.Optional(JsonText),
  timeout: Type.Optional(Type.Integer({ minimum: 0, maximum: 86_400, description: 'Seconds.' })),
  on_failure: Type.Optional(
    Type.String({ maxLength: 100, description: `Empty: \`${DEFAULT_ON_FAILURE}\`.` }),
  ),
};

/** A node as a caller makes it. */
export const WorkflowNodeInput = resource('WorkflowNodeInput', settableNodeFields);
export type WorkflowNodeInput = Readonly<Static<typeof WorkflowNodeInput>>;

export const WorkflowNodeChanges = resource('WorkflowNodeChanges', settableNodeFields);
export type WorkflowNodeChanges = Readonly<Static<typeof WorkflowNodeChanges>>;
