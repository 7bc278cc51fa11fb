import { Type } from '@sinclair/typebox';
import { assetContract } from '../assets/contract.js';
import { exampleGraph, exampleSchemaConfig } from './examples.js';
import { Graph, GraphChanges, GraphInput } from './graph.js';
import { PublishedGraph } from './states.js';
import { GRAPH_CHECK } from './versions.js';

const USER = '018f4d1a-0000-7000-8000-000000000009';

/** Graphs as assets: what they are beside what all assets are. */
export const graph = assetContract({
  area: 'graphs',
  noun: 'Graph',
  called: 'graph',
  resource: 'graphs',
  tag: 'Graphs',
  record: Graph,
  input: GraphInput,
  changes: GraphChanges,
  own: { kind: Type.String(), config: Type.String(), schema_config: Type.String() },
  state: PublishedGraph,
  filters: { kind: Type.String({ maxLength: 100 }) },
  texts: {
    list: 'Graphs.',
    get: 'The graph with its versions; of very many the newest.',
    create: {
      description:
        'Version 1 is made with it, and is the active one. `config` is JSON; its `enforcement` is `strict`, `warn` or `off`. `schema_config` is JSON: ' +
        '`{nodes: [{type, properties: [{name, type, required, unique}]}], edges: [{type, from, to, properties}]}`, all of ' +
        'it optional but each `type`.',
      reply: 'The graph with version 1.',
      errors: ['use_secret'],
    },
    update: {
      description:
        'Fields that are sent are set, others stay, `null` clears. `active_version_id` makes a version of the graph the ' +
        'active one, as `activate` does. Only who may share the graph says who sees it, and from when on its history ' +
        '(`history_from`); such a write answers with `X-History-Visible-From`. ' +
        GRAPH_CHECK,
      errors: ['use_secret', 'content_breaks_schema', 'too_much_to_check'],
    },
  },
  example: exampleGraph,
  sent: {
    create: {
      name: 'Food web',
      description: 'Who eats whom below the cliff',
      kind: 'knowledge',
      config: { enforcement: 'strict' },
      schema_config: exampleSchemaConfig,
    },
    update: { name: 'Food web of the north' },
  },
  told: {
    created: {
      id: '018f4d1a-0000-7000-8000-0000000000e1',
      user_id: USER,
      name: 'who writes to whom',
      description: '',
      notes: '',
      public: false,
      visibility: 'private',
      kind: 'social',
      config: '{"enforcement":"warn"}',
      schema_config: '{"nodes":[{"type":"Person"}]}',
      active_version_id: '018f4d1a-0000-7000-8000-0000000000e2',
      readers: [{ token: `user:${USER}` }],
    },
    updated: { changes: { kind: 'knowledge' } },
  },
});
