import { type Static, Type } from '@sinclair/typebox';
import { resource } from '../kit/resource.js';
import { JsonText, Name, namedFields, Prose, Time, Uuid } from '../kit/schemas.js';

/** Something that was computed of the content of a version. */
export const GraphMetric = resource('GraphMetric', {
  ...namedFields,
  value: Type.Number(),
  data: Type.Optional(
    Type.Unknown({ description: 'What belongs to the value: the lowest and the highest degree, say.' }),
  ),
  graph_id: Uuid,
  version_id: Uuid,
  revision: Type.Integer({ minimum: 0, description: 'Of the content that it was computed of.' }),
  computed_at: Time,
});
export type GraphMetric = Readonly<Static<typeof GraphMetric>>;

const alone = { description: 'JSON; left out in the `versions` of a graph.' };

export const GraphVersion = resource('GraphVersion', {
  ...namedFields,
  user_id: Type.String(),
  graph_id: Uuid,
  version: Type.String({ description: 'As people call it; its number when nobody said.' }),
  version_number: Type.Integer({ minimum: 1, description: 'Counts up within the graph, without gaps.' }),
  space_name: Type.String({ description: 'Made by Cairn: where its content stands in the graph store.' }),
  schema: Type.Optional(
    Type.String({
      description: `The types of its nodes and edges, which win over the graph’s. ${alone.description}`,
    }),
  ),
  node_count: Type.Integer({ minimum: 0 }),
  edge_count: Type.Integer({ minimum: 0 }),
  config: Type.Optional(Type.String(alone)),
  metrics: Type.Array(GraphMetric, {
    description: 'What `POST …/stats` computed last of its content; empty until then.',
  }),
});
export type GraphVersion = Readonly<Static<typeof GraphVersion>>;

const settable = {
  name: Type.Optional(Name),
  description: Type.Optional(Prose),
  version: Type.Optional(Type.String({ maxLength: 100 })),
  schema: Type.Optional(JsonText),
  config: Type.Optional(JsonText),
};

export const GraphVersionInput = resource('GraphVersionInput', settable);
export type GraphVersionInput = Readonly<Static<typeof GraphVersionInput>>;

export const GraphVersionChanges = resource('GraphVersionChanges', settable);
export type GraphVersionChanges = Readonly<Static<typeof GraphVersionChanges>>;
