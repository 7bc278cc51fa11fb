import { type Static, Type } from '@sinclair/typebox';
import { assetFields, HistoryFrom, historyFromField, settableFields } from '../assets/fields.js';
import { resource } from '../kit/resource.js';
import { JsonText, Name, Uuid } from '../kit/schemas.js';
import { GraphVersion } from './version.js';

export const Graph = resource('Graph', {
  ...assetFields,
  versions: Type.Array(GraphVersion, { description: 'All, oldest first, without `schema` and `config`.' }),
  active_version_id: Type.String(),
  kind: Type.String({ description: '`property`, `knowledge`, `social`, say; open-ended.' }),
  config: Type.String({ description: 'JSON; `enforcement` is `strict`, `warn` or `off`.' }),
  schema_config: Type.String({ description: 'JSON: the types of its nodes and edges; empty: none.' }),
  history_from: historyFromField('graph'),
});
export type Graph = Readonly<Static<typeof Graph>>;

const settable = {
  ...settableFields,
  kind: Type.Optional(Type.String({ maxLength: 100 })),
  config: Type.Optional(JsonText),
  schema_config: Type.Optional(JsonText),
  history_from: Type.Optional(HistoryFrom),
};

export const GraphInput = resource('GraphInput', { name: Name, ...settable });
export type GraphInput = Readonly<Static<typeof GraphInput>>;

export const GraphChanges = resource('GraphChanges', {
  name: Type.Optional(Name),
  ...settable,
  active_version_id: Type.Optional(Uuid),
});
export type GraphChanges = Readonly<Static<typeof GraphChanges>>;
