import { Type } from '@sinclair/typebox';
import { versionContract } from '../assets/versions/contract.js';
import { exampleGraphVersion, exampleSchemaConfig } from './examples.js';
import { GraphVersion, GraphVersionChanges, GraphVersionInput } from './version.js';

const { schema: _schema, config: _config, ...listed } = exampleGraphVersion;
const GRAPH_SCHEMA =
  '`schema` is JSON of the shape of the graph’s `schema_config`, and wins over it; `config` is JSON, its `enforcement` ' +
  '`strict`, `warn` or `off`.';
/** Of the graph too. */
export const GRAPH_CHECK =
  'A schema that becomes strict, or changes while it is, is held against the nodes and edges there are.';

/** Versions of graphs: what they are beside what all versions are. */
export const graphVersion = versionContract({
  area: 'graphs',
  noun: 'Graph',
  called: 'graph',
  resource: 'graphs',
  tag: 'Graphs',
  params: { asset: 'id', version: 'version_id' },
  record: GraphVersion,
  input: GraphVersionInput,
  changes: GraphVersionChanges,
  own: { schema: Type.String(), config: Type.String(), space_name: Type.String() },
  texts: {
    list: 'Versions.',
    get: 'The version.',
    create: { description: `It is empty. ${GRAPH_SCHEMA}`, errors: ['use_secret'] },
    update: {
      description: `Fields that are sent are set, others stay. ${GRAPH_SCHEMA} ${GRAPH_CHECK}`,
      errors: ['use_secret', 'content_breaks_schema', 'too_much_to_check'],
    },
    duplicate: {
      description: 'It has a space of its own. A version with nodes or edges is not copied yet.',
      errors: ['content_not_copied_yet'],
    },
    revertErrors: ['content_breaks_schema', 'too_much_to_check'],
  },
  example: exampleGraphVersion,
  listed,
  sent: {
    create: { name: 'After the storm', schema: exampleSchemaConfig },
    update: { description: 'Gulls left out' },
  },
  told: {
    created: {
      id: '018f4d1a-0000-7000-8000-0000000000e2',
      graph_id: '018f4d1a-0000-7000-8000-0000000000e1',
      user_id: '018f4d1a-0000-7000-8000-000000000009',
      name: '',
      description: '',
      version: '',
      schema: '{"nodes":[{"type":"Person"}]}',
      config: '',
      space_name: 'g_018f4d1a0000e2a4',
    },
    updated: { changes: { description: 'of last year' } },
  },
});
