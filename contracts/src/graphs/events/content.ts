import { type Static, Type } from '@sinclair/typebox';
import { event, type EventOf, Internal } from '../../kit/event.js';
import { JsonObject, OpenWord, Time, Uuid } from '../../kit/schemas.js';

const Revision = Type.Integer({ minimum: 0 });

const stored = {
  uid: Type.String(),
  properties: JsonObject,
  kept: Type.Optional({
    ...JsonObject,
    description: 'By the format of a file: what that alone knows. Exports of the format have it again.',
  }),
  created_at: Type.Optional(
    Type.String({ ...Time, description: 'When it was created; absent: by this event.' }),
  ),
  was: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'The revision of the event that says what it was before; absent: it was not there.',
    }),
  ),
};

/** A node whole, as it is from this event on. */
export const StoredNode = Type.Object({
  ...stored,
  labels: Type.Array(Type.String()),
  parent: Type.Optional(
    Type.String({ description: 'The uid of the node that it lies in, which may not be there any more.' }),
  ),
});
export type StoredNode = Readonly<Static<typeof StoredNode>>;

/** An edge whole, as it is from this event on. */
export const StoredEdge = Type.Object({
  ...stored,
  source: Type.String(),
  target: Type.String(),
  type: Type.String(),
  directed: Type.Boolean(),
});
export type StoredEdge = Readonly<Static<typeof StoredEdge>>;

/** An element that is deleted by this event; `was`: the revision of the event that says what it was. */
export const GoneElement = Type.Object({ uid: Type.String(), was: Revision });
export type GoneElement = Readonly<Static<typeof GoneElement>>;

const Told = Type.Object({ pointer: Type.String(), code: Type.String(), message: Type.String() });

/** A node of the event; with `since`: one that is not in it, and is so since that revision. */
export const KeyedNode = Type.Object({
  uid: Type.String(),
  since: Type.Optional(Revision),
  keys: Type.Array(Type.String()),
});
export type KeyedNode = Readonly<Static<typeof KeyedNode>>;

/** What a file says of the graph itself. */
export const GraphFactsSaid = Type.Object({
  directed: Type.Optional(Type.Boolean()),
  multigraph: Type.Optional(Type.Boolean()),
  properties: Type.Optional(JsonObject),
  declarations: Type.Optional(
    Type.Array(
      Type.Object({
        of: OpenWord(['node', 'edge', 'graph']),
        name: Type.String(),
        type: Type.String(),
        default: Type.Optional(Type.Unknown()),
        options: Type.Optional(Type.String()),
        dynamic: Type.Optional(Type.Boolean()),
      }),
      { description: 'What files say of properties.' },
    ),
  ),
  kept: Type.Optional(JsonObject),
});
export type GraphFactsSaid = Readonly<Static<typeof GraphFactsSaid>>;

const Named = Type.Array(Type.Object({ name: Type.String(), by: Type.Integer() }));
const Totals = Type.Object({ nodes: Type.Integer(), edges: Type.Integer(), self_loops: Type.Integer() });

const GraphContentChanged = event({
  name: 'GraphContentChanged',
  storedType: 'graphs.content.changed.v1',
  description:
    'Nodes and edges of a version were created, changed or deleted, all of them at once. Each stands in it once, whole.',
  schema: Type.Object({
    graph_id: Uuid,
    version_id: Uuid,
    nodes: Type.Optional(Type.Array(StoredNode)),
    edges: Type.Optional(Type.Array(StoredEdge)),
    deleted_nodes: Type.Optional(Type.Array(GoneElement)),
    deleted_edges: Type.Optional(Type.Array(GoneElement)),
    facts: Type.Optional({
      ...GraphFactsSaid,
      description:
        'What imported files say of the graph itself, all of it from this event on; absent: as before.',
    }),
    by: Type.Object(
      { labels: Type.Optional(Named), types: Type.Optional(Named) },
      { description: 'By how much the numbers of nodes with a label, and of edges with a type, change.' },
    ),
    total: Type.Object(Totals.properties, { description: 'How many there are after it.' }),
    job_id: Type.Optional(
      Type.String({ description: 'Of the import whose part it is, or of the work that undoes one.' }),
    ),
    undoes: Type.Optional(Type.Integer({ minimum: 0, description: 'The revision of what is undone by it.' })),
    kept: Internal(
      Type.Optional(
        Type.Array(
          Type.Object({
            element: OpenWord(['node', 'edge', 'graph']),
            uid: Type.String(),
            code: Type.String(),
            message: Type.String(),
            missing: Type.Optional(Type.Array(Type.String())),
          }),
        ),
      ),
    ),
    refused: Internal(Type.Optional(Type.Array(Told))),
    warned: Internal(
      Type.Optional(
        Type.Object(
          { count: Type.Integer(), first: Type.Array(Told) },
          {
            description:
              'What the schema says of elements that were stored all the same: where it only warns.',
          },
        ),
      ),
    ),
    moved: Internal(
      Type.Optional(
        Type.Integer({ minimum: 1, description: 'So many edges have other ends than before; absent: none.' }),
      ),
    ),
    keyed: Internal(
      Type.Optional(
        Type.String({
          description:
            'All nodes have their keys of the unique properties that this stands for; absent: it is not known.',
        }),
      ),
    ),
    keys: Internal(
      Type.Optional(
        Type.Array(KeyedNode, { description: 'The keys of values that no other node may have.' }),
      ),
    ),
  }),
  example: {
    graph_id: '018f4d1a-0000-7000-8000-0000000000e1',
    version_id: '018f4d1a-0000-7000-8000-0000000000e2',
    nodes: [
      { uid: 'ada', labels: ['Person'], properties: { born: 1815 } },
      {
        uid: 'grace',
        labels: ['Person'],
        properties: { born: 1906 },
        created_at: '2026-01-31T12:00:00.000Z',
        was: 3,
      },
    ],
    edges: [{ uid: 'e1', source: 'ada', target: 'grace', type: 'INSPIRED', directed: true, properties: {} }],
    deleted_nodes: [{ uid: 'charles', was: 2 }],
    by: { labels: [], types: [{ name: 'INSPIRED', by: 1 }] },
    total: { nodes: 2, edges: 1, self_loops: 0 },
  },
});

/** The events of `graphContent-<id>`, where the id is derived from the version's. */
export const graphContentStreamEvents = { GraphContentChanged } as const;
export type GraphContentEvent = EventOf<
  (typeof graphContentStreamEvents)[keyof typeof graphContentStreamEvents]
>;
