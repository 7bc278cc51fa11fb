import { type Static, Type } from '@sinclair/typebox';
import { resource } from '../../kit/resource.js';
import { Nullable, Time, Uuid } from '../../kit/schemas.js';

/** What statistics tell at most, and of how much they are computed. */
export const statsLimits = {
  /** Labels, and types, that are listed. */
  listedNames: 1_000,
  /** Names that are told apart when they are counted. */
  countedNames: 100_000,
  /** Nodes and edges of which all is computed while somebody waits. */
  measuredElements: 100_000,
  /** Nodes, and edges, that a job goes over. */
  measuredByJob: 10_000_000,
} as const;

const count = (description: string) => Type.Integer({ minimum: 0, description });
/** What is left out where it was not computed. */
const computed = (description: string) => Type.Optional(count(description));

export const GraphNameCount = resource('GraphNameCount', {
  name: Type.String({ description: 'Empty: edges without a type.' }),
  count: Type.Integer({ minimum: 1 }),
});
export type GraphNameCount = Readonly<Static<typeof GraphNameCount>>;

const named = (what: string) =>
  Type.Optional(
    Type.Array(GraphNameCount, {
      maxItems: statsLimits.listedNames,
      description: `${what}, the most frequent first; 1,000 at most.`,
    }),
  );

const GraphDegreeCount = resource('GraphDegreeCount', {
  degree: Type.Integer({ minimum: 0 }),
  count: Type.Integer({ minimum: 1, description: 'How many nodes have it.' }),
});
type GraphDegreeCount = Readonly<Static<typeof GraphDegreeCount>>;

/** An edge counts at both of its ends, and so twice at a node that it connects with itself. */
export const GraphDegrees = resource('GraphDegrees', {
  min: Type.Integer({ minimum: 0 }),
  max: Type.Integer({ minimum: 0 }),
  avg: Type.Number({ minimum: 0 }),
  histogram: Type.Array(GraphDegreeCount, { description: 'Every degree that a node has, the lowest first.' }),
});
export type GraphDegrees = Readonly<Static<typeof GraphDegrees>>;

export const GraphStats = resource('GraphStats', {
  version_id: Uuid,
  revision: Nullable(
    Type.Integer({ minimum: 0, description: 'Of the content of the version; null while it never had any.' }),
  ),
  node_count: count('How many nodes there are.'),
  edge_count: count('How many edges there are.'),
  density: Type.Optional(
    Type.Number({
      minimum: 0,
      description:
        'With n nodes and m edges: m / (n (n - 1)) where `directed`, else twice that; 0 with fewer than two nodes. Parallel edges and self loops count.',
    }),
  ),
  directed: Type.Optional(
    Type.Boolean({ description: 'False where there are edges and all of them are undirected.' }),
  ),
  self_loops: count('Edges that connect a node with itself.'),
  multi_edges: computed(
    'Edges beyond the first from one node to another, whatever their type. The ends of undirected edges have no order; a directed and an undirected edge are not parallel.',
  ),
  node_labels: named('Labels with the number of nodes that have each'),
  node_label_count: computed('How many different labels there are; 100,000: that many or more.'),
  edge_types: named('Types with the number of edges of each'),
  edge_type_count: computed('How many different types there are; 100,000: that many or more.'),
  degree: Type.Optional(GraphDegrees),
  components: computed('Parts that no edge connects with another, whatever the direction of edges.'),
  isolated: computed('Nodes without an edge.'),
  computed_at: Type.String({
    ...Time,
    description: 'When the content became what is counted: the time of `revision`.',
  }),
});
export type GraphStats = Readonly<Static<typeof GraphStats>>;
