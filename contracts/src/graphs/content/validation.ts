import { type Static, Type } from '@sinclair/typebox';
import { resource } from '../../kit/resource.js';
import { JsonText, Nullable, OneOf, Uuid } from '../../kit/schemas.js';

export const GraphValidationInput = resource('GraphValidationInput', {
  schema: Type.Optional(JsonText),
});

export const GraphFlaw = resource('GraphFlaw', {
  element: OneOf(['node', 'edge']),
  uid: Type.String(),
  pointer: Type.String({ description: 'A JSON pointer into the node or edge; empty for the whole of it.' }),
  code: Type.String({ description: 'As a strict schema refuses it.' }),
  message: Type.String(),
});
export type GraphFlaw = Readonly<Static<typeof GraphFlaw>>;

const Count = Type.Integer({ minimum: 0 });

/** What a schema says of the content of a version. */
export const GraphValidation = resource('GraphValidation', {
  version_id: Uuid,
  revision: Nullable(
    Type.Integer({
      minimum: 0,
      description: 'Of the content that was checked; null while it never had any.',
    }),
  ),
  node_count: Count,
  edge_count: Count,
  flaw_count: Type.Integer({ minimum: 0, description: '0: the content is as the schema asks.' }),
  flaws: Type.Array(GraphFlaw, { description: 'The first hundred.' }),
});
export type GraphValidation = Readonly<Static<typeof GraphValidation>>;
