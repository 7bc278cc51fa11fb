import type { Graph } from './graph.js';

/** The types of its nodes and edges, as a caller sends them. */
export const exampleSchemaConfig = {
  nodes: [
    { type: 'Bird', properties: [{ name: 'ring', type: 'string', required: true, unique: true }] },
    { type: 'Fish' },
  ],
  edges: [{ type: 'EATS', from: 'Bird', to: 'Fish' }],
};

/** Data that the examples of the documents share. */
export const exampleGraph: Graph = {
  id: '01955690-1a2b-7c3d-8e4f-5a6b7c8d9e0f',
  created_at: '2026-03-02T09:15:00.000Z',
  updated_at: '2026-03-02T09:15:00.000Z',
  name: 'Food web',
  description: 'Who eats whom below the cliff',
  notes: '',
  user_id: '0195562c-7b1a-7c3e-9f10-2a4b6c8d0e11',
  has_logo: false,
  logo: '',
  public: false,
  shared_with_me: false,
  visibility: 'private',
  active_version_id: '',
  kind: 'knowledge',
  config: '{"enforcement":"strict"}',
  schema_config: JSON.stringify(exampleSchemaConfig),
};
