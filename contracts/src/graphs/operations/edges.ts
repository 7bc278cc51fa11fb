import { Type } from '@sinclair/typebox';
import { byId } from '../../kit/named.js';
import { operation } from '../../kit/operation.js';
import { deleted } from '../../kit/replies.js';
import { GraphEdgesBulk } from '../content/bulk.js';
import { GraphEdge, GraphEdgeChanges, GraphEdgeInput, Uid } from '../content/elements.js';
import { exampleGraphEdge } from '../examples.js';
import { elementOperations } from './elements.js';
import { EdgeParams, tag, versionPath } from './paths.js';

const { uid, source, target, type } = exampleGraphEdge;

export const {
  listGraphEdges,
  createGraphEdge,
  getGraphEdge,
  updateGraphEdge,
  bulkGraphEdges,
  listGraphEdgeHistory,
} = byId(
  elementOperations({
    noun: 'Edge',
    called: 'edge',
    params: EdgeParams,
    record: GraphEdge,
    input: GraphEdgeInput,
    changes: GraphEdgeChanges,
    bulk: GraphEdgesBulk,
    filters: {
      type: Type.String({
        maxLength: 1_000,
        description: 'Those of this type; empty: those that have none.',
      }),
      source: { ...Uid, description: 'Those that begin at this node.' },
      target: { ...Uid, description: 'Those that end at this node.' },
    },
    texts: {
      list: '`type`, `source`, `target`, `uid` and `property` narrow the list.',
      create:
        'It connects two nodes of the version. Without a `uid` it gets one; edges between the same nodes are edges of their own.',
      update:
        '`properties` are merged with those that it has, `null` removes one; the other fields are set as they are sent. ' +
        '`?replace=true` makes it what the body says, and no more: its ends stay where none are sent.',
    },
    example: exampleGraphEdge,
    sent: {
      create: { uid, source, target, type, properties: { share: 0.8 } },
      update: { properties: { share: 0.8 } },
      bulk: { edges: [{ uid, source, target, type }], delete: ['puffin-eats-gravel'] },
    },
    bulkReply: {
      ...{ created: 1, updated: 0, deleted: 1, unchanged: 0, errors: [], warnings: [], warning_count: 0 },
      ...{ uids: [uid], revision: 5 },
    },
  }),
);

export const deleteGraphEdge = operation({
  id: 'deleteGraphEdge',
  tag,
  summary: 'Delete an edge',
  description: 'Its nodes stay.',
  method: 'DELETE',
  path: `${versionPath}/edges/{edge_uid}`,
  access: 'graphs:write',
  params: EdgeParams,
  etag: true,
  replies: deleted('The edge', GraphEdge),
  errors: ['forbidden'],
  example: { reply: exampleGraphEdge },
});
