import { Type } from '@sinclair/typebox';
import { byId } from '../../kit/named.js';
import { operation } from '../../kit/operation.js';
import { ok } from '../../kit/replies.js';
import { GraphNodesBulk } from '../content/bulk.js';
import { DeletedGraphNode, GraphNode, GraphNodeChanges, GraphNodeInput } from '../content/elements.js';
import { exampleGraphNode } from '../examples.js';
import { elementOperations } from './elements.js';
import { NodeParams, tag, versionPath } from './paths.js';

const example = exampleGraphNode;

export const {
  listGraphNodes,
  createGraphNode,
  getGraphNode,
  updateGraphNode,
  bulkGraphNodes,
  listGraphNodeHistory,
} = byId(
  elementOperations({
    noun: 'Node',
    called: 'node',
    params: NodeParams,
    record: GraphNode,
    input: GraphNodeInput,
    changes: GraphNodeChanges,
    bulk: GraphNodesBulk,
    filters: {
      label: Type.String({ minLength: 1, maxLength: 1_000, description: 'Those that have this label.' }),
    },
    texts: {
      list: '`label`, `uid` and `property` narrow the list.',
      create: 'Without a `uid` it gets one.',
      update:
        '`labels` are set as they are sent. `properties` are merged with those that it has, `null` removes one; ' +
        '`?replace=true` makes it what the body says, and no more.',
    },
    example,
    sent: {
      create: { uid: 'puffin', labels: ['Bird'], properties: { ring: 'GB-4711' } },
      update: { properties: { ring: 'GB-4711' } },
      bulk: {
        mode: 'merge',
        nodes: [
          { uid: 'puffin', labels: ['Bird'] },
          { uid: 'sandeel', labels: ['Fish'] },
        ],
        edges: [{ uid: 'puffin-eats-sandeel', source: 'puffin', target: 'sandeel', type: 'EATS' }],
      },
    },
    bulkReply: {
      ...{ created: 2, updated: 0, deleted: 0, unchanged: 1, errors: [], warnings: [], warning_count: 0 },
      ...{ uids: ['puffin', 'sandeel', 'puffin-eats-sandeel'], revision: 4 },
    },
  }),
);

export const deleteGraphNode = operation({
  id: 'deleteGraphNode',
  tag,
  summary: 'Delete a node and its edges',
  description: 'Its history stays, and `undo` brings it back with its edges.',
  method: 'DELETE',
  path: `${versionPath}/nodes/{node_uid}`,
  access: 'graphs:write',
  params: NodeParams,
  ifMatch: true,
  takesLong: true,
  replies: ok('How many edges went with it.', DeletedGraphNode),
  errors: ['forbidden', 'too_many_edges'],
  example: { reply: { uid: example.uid, deleted_edges: 1 } },
});
