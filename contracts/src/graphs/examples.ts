import { PERSON } from '../kit/example-ids.js';
import type { GraphEdge, GraphNode } from './content/elements.js';
import type { GraphImportReport } from './content/files.js';
import type { GraphStats } from './content/stats.js';
import type { GraphValidation } from './content/validation.js';
import type { Graph } from './graph.js';
import type { GraphVersion } from './version.js';

/** The types of its nodes and edges, as a caller sends them. */
export const exampleSchemaConfig = {
  nodes: [
    { type: 'Bird', properties: [{ name: 'ring', type: 'string', required: true, unique: true }] },
    { type: 'Fish' },
  ],
  edges: [{ type: 'EATS', from: 'Bird', to: 'Fish' }],
};

const GRAPH = '01955690-1a2b-7c3d-8e4f-5a6b7c8d9e0f';
const times = { created_at: '2026-03-02T09:15:00.000Z', updated_at: '2026-03-02T09:15:00.000Z' };

/** As the `versions` of a graph show it. */
const listedVersion = {
  id: '01955690-2b3c-7d4e-8f50-6b7c8d9e0f1a',
  ...times,
  name: '',
  description: '',
  user_id: PERSON,
  graph_id: GRAPH,
  version: '1',
  version_number: 1,
  space_name: 'g_8f506b7c8d9e0f1a',
  node_count: 0,
  edge_count: 0,
  metrics: [],
};
export const exampleGraphVersion = {
  ...listedVersion,
  schema: JSON.stringify(exampleSchemaConfig),
  config: '',
} satisfies GraphVersion;

/** Data that the examples of the documents share. */
export const exampleGraph: Graph = {
  id: GRAPH,
  ...times,
  name: 'Food web',
  description: 'Who eats whom below the cliff',
  notes: '',
  user_id: PERSON,
  has_logo: false,
  logo: '',
  public: false,
  shared_with_me: false,
  visibility: 'private',
  versions: [listedVersion],
  active_version_id: listedVersion.id,
  activation: { version_id: listedVersion.id, at: times.created_at, user_id: PERSON, reason: '' },
  kind: 'knowledge',
  config: '{"enforcement":"strict"}',
  schema_config: JSON.stringify(exampleSchemaConfig),
};

/** One of its nodes. */
export const exampleGraphNode: GraphNode = {
  uid: 'puffin',
  labels: ['Bird'],
  properties: { ring: 'GB-4711' },
  created_at: times.created_at,
  updated_at: '2026-03-02T09:20:00.000Z',
};

/** One of its edges. */
export const exampleGraphEdge: GraphEdge = {
  uid: 'puffin-eats-sandeel',
  source: 'puffin',
  target: 'sandeel',
  type: 'EATS',
  directed: true,
  properties: { share: 0.8 },
  ...times,
};

/** What the import of a small file did. */
export const exampleGraphImport: GraphImportReport = {
  job_id: '01955690-3c4d-7e5f-9061-7c8d9e0f1a2b',
  format: 'graphml',
  dialect: 'graphml',
  mode: 'merge',
  dry_run: false,
  nodes_read: 34,
  nodes_created: 34,
  nodes_updated: 0,
  nodes_unchanged: 0,
  nodes_deleted: 0,
  nodes_implied: 0,
  edges_read: 78,
  edges_created: 78,
  edges_updated: 0,
  edges_unchanged: 0,
  edges_deleted: 0,
  nodes_skipped: 0,
  edges_skipped: 0,
  skipped: 0,
  errors: [],
  warnings: [],
  schema_warning_count: 0,
  schema_warnings: [],
  duration_ms: 214,
};

/** Its statistics: the puffin eats a sandeel. */
export const exampleGraphStats: GraphStats = {
  version_id: listedVersion.id,
  revision: 3,
  node_count: 2,
  edge_count: 1,
  density: 0.5,
  directed: true,
  self_loops: 0,
  multi_edges: 0,
  node_labels: [
    { name: 'Bird', count: 1 },
    { name: 'Fish', count: 1 },
  ],
  node_label_count: 2,
  edge_types: [{ name: 'EATS', count: 1 }],
  edge_type_count: 1,
  degree: { min: 1, max: 1, avg: 1, histogram: [{ degree: 1, count: 2 }] },
  components: 1,
  isolated: 0,
  computed_at: '2026-03-02T09:20:00.000Z',
};

/** What a schema says of it: a gull has no ring. */
export const exampleGraphValidation: GraphValidation = {
  version_id: listedVersion.id,
  revision: 3,
  node_count: 3,
  edge_count: 1,
  flaw_count: 1,
  flaws: [
    {
      element: 'node',
      uid: 'gull',
      pointer: '/properties/ring',
      code: 'property_missing',
      message: 'must be there: Bird requires it',
    },
  ],
};
