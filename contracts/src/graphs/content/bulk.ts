import { type Static, Type } from '@sinclair/typebox';
import { resource } from '../../kit/resource.js';
import { OneOf } from '../../kit/schemas.js';
import { GraphEdgeInput, GraphNodeInput, Uid } from './elements.js';
import { MOST_ELEMENTS } from './limits.js';

const Count = Type.Integer({ minimum: 0 });

/** How a bulk takes what is there already. */
const bulkModes = ['create', 'merge'] as const;

/** What becomes of a request with an element that is refused. */
export const onErrors = ['fail', 'skip'] as const;
export type OnError = (typeof onErrors)[number];

export const OnErrorQuery = Type.Object({
  on_error: Type.Optional(
    OneOf(onErrors, {
      description:
        '`fail`, unless it is said: one element that is refused, and nothing is stored. `skip` stores the others.',
    }),
  ),
});
export type OnErrorQuery = Static<typeof OnErrorQuery>;

const mode = Type.Optional(
  OneOf(bulkModes, {
    description:
      '`create`, unless it is said: a uid that is there already is refused. `merge` changes what is there as `PUT` does.',
  }),
);
const most = { maxItems: MOST_ELEMENTS };

export const GraphNodesBulk = resource('GraphNodesBulk', {
  nodes: Type.Optional(Type.Array(GraphNodeInput, most)),
  edges: Type.Optional(
    Type.Array(GraphEdgeInput, { ...most, description: 'They may name nodes of the same request.' }),
  ),
  delete: Type.Optional(
    Type.Array(Uid, { ...most, description: 'Nodes that are deleted, and their edges with them.' }),
  ),
  mode,
});
export type GraphNodesBulk = Readonly<Static<typeof GraphNodesBulk>>;

export const GraphEdgesBulk = resource('GraphEdgesBulk', {
  edges: Type.Optional(Type.Array(GraphEdgeInput, most)),
  delete: Type.Optional(Type.Array(Uid, { ...most, description: 'Edges that are deleted.' })),
  mode,
});
export type GraphEdgesBulk = Readonly<Static<typeof GraphEdgesBulk>>;

/** One element that was refused. */
export const GraphElementError = resource('GraphElementError', {
  pointer: Type.String({ description: 'Where it stands in the body, a JSON pointer: `/nodes/17/uid`.' }),
  index: Type.Integer({ minimum: 0, description: 'Its place in its list.' }),
  code: Type.String(),
  message: Type.String(),
});
export type GraphElementError = Readonly<Static<typeof GraphElementError>>;

const revision = Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
  description: 'Of the content, with this change in it: `undo` takes it. Null when nothing changed.',
});

export const GraphBulkReply = resource('GraphBulkReply', {
  created: Count,
  updated: Count,
  deleted: Type.Integer({ minimum: 0, description: 'Edges that went with their nodes are among them.' }),
  unchanged: Count,
  errors: Type.Array(GraphElementError, { description: 'What was left out with `on_error=skip`.' }),
  warnings: Type.Array(GraphElementError, {
    description: 'What a schema that only warns says of elements that were stored. The first hundred.',
  }),
  warning_count: Type.Integer({ minimum: 0, description: 'How many warnings there are.' }),
  uids: Type.Array(Type.String(), {
    description:
      'Of the nodes, then the edges, that are stored as they were sent, in the order of the request.',
  }),
  revision,
});
export type GraphBulkReply = Readonly<Static<typeof GraphBulkReply>>;

/** What is undone: one change of the content, a bulk say, as a whole. */
export const GraphContentUndo = resource(
  'GraphContentUndo',
  {
    revision: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: 'Of the content, as the answer of the change or the history of an element tells it.',
      }),
    ),
    job_id: Type.Optional(
      Type.String({
        format: 'uuid',
        description: 'Of an import: all that it did is undone. One of both is sent.',
      }),
    ),
  },
  { minProperties: 1, maxProperties: 1 },
);
export type GraphContentUndo = Readonly<Static<typeof GraphContentUndo>>;

/** An element that stays as it is: others changed it since. */
export const KeptGraphElement = resource('KeptGraphElement', {
  element: OneOf(['node', 'edge', 'graph']),
  uid: Type.String({ description: 'Empty for the graph: for what files say of the graph itself.' }),
  code: Type.String(),
  message: Type.String(),
  missing: Type.Optional(
    Type.Array(Type.String(), { description: 'Of an edge: nodes that it connected and that are gone.' }),
  ),
});
export type KeptGraphElement = Readonly<Static<typeof KeptGraphElement>>;

export const GraphContentUndone = resource('GraphContentUndone', {
  nodes: Type.Integer({ minimum: 0, description: 'Nodes that are as they were before.' }),
  edges: Type.Integer({ minimum: 0, description: 'Edges that are as they were before.' }),
  kept: Type.Array(KeptGraphElement, {
    description: 'With `on_error=skip`: what others changed since, and stays. The first hundred.',
  }),
  revision,
});
export type GraphContentUndone = Readonly<Static<typeof GraphContentUndone>>;
