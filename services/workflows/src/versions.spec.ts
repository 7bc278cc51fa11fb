import { type InsideWorld, versionConformance } from '@cairn/assets/testkit';
import {
  modelQueries,
  type NamedEntities,
  type WorkflowEdge,
  type WorkflowNode,
  workflowCommands,
} from '@cairn/contracts';
import { type CallMessage, type CallReply, freshId } from '@cairn/kernel';
import { workflowsService } from './service.js';
import { workflowVersions } from './versions.js';
import { workflows } from './workflows.js';

const drawn = {
  nodes: [
    { id: 'a', name: 'reads', config: '{"rows":10}' },
    { id: 'b', name: 'writes' },
  ],
  edges: [{ begin_node_id: 'a', end_node_id: 'b' }],
};

/** Who may use all models. */
const allowed = new Set<string>();
const models = {
  call: async ({ name, input, onBehalfOf }: CallMessage): Promise<CallReply> => {
    expect(name).toBe(modelQueries.unusable.name);
    const { entities } = input as NamedEntities;
    const unusable = allowed.has(onBehalfOf.user_id) ? [] : entities.map((_, place) => place);
    return { status: 'answered', answer: { unusable } };
  },
};

/** A canvas: nodes by what they say, edges by the names of their ends. */
const canvas: InsideWorld = {
  brought: drawn,
  put: async (running, principal, { assetId: workflow_id, versionId: version_id }) => {
    const ids = { workflow_id, version_id };
    const { createWorkflowNode, createWorkflowEdge } = workflowCommands;
    const node = (name: string) =>
      running.make(principal, createWorkflowNode, { ...ids, body: { name } }, 'node');
    const [begin_node_id, end_node_id] = [await node('begins'), await node('ends')];
    await running.done(principal, createWorkflowEdge, { ...ids, body: { begin_node_id, end_node_id } });
  },
  parts: ({ nodes, edges }) => {
    if (nodes === undefined || edges === undefined) return undefined;
    const all = nodes as readonly object[] as readonly WorkflowNode[];
    const nameOf = new Map(all.map(({ id, name }) => [id, name]));
    return [
      ...all.map(({ id, name, config, on_failure }) => ({ id, says: { name, config, on_failure } })),
      ...(edges as readonly object[] as readonly WorkflowEdge[]).map(
        ({ id, begin_node_id, end_node_id }) => ({
          id,
          says: [nameOf.get(begin_node_id) ?? '', nameOf.get(end_node_id) ?? ''],
        }),
      ),
    ];
  },
  guarded: {
    brought: { nodes: [{ entity_type: 'model', entity_id: freshId() }], edges: [] },
    ...{ allowed, code: 'entity_unavailable', pointer: '/nodes/0/entity_id' },
    clear: (running, principal, { assetId: workflow_id, versionId: version_id }) =>
      running.done(principal, workflowCommands.setWorkflowGraph, {
        ...{ workflow_id, version_id },
        body: { nodes: [], edges: [] },
      }),
  },
};

versionConformance(workflowVersions, {
  service: workflowsService,
  assets: workflows,
  find: (name) => (name === 'models' ? models : undefined),
  own: {
    config: {
      ...{ initial: '', isText: true, values: ['{"retries":1}', '{"retries":2}'] },
      refused: [
        { value: '{', code: 'invalid_body', pointer: '/config' },
        { value: '{"password":"hunter2"}', code: 'use_secret', pointer: '/config/password' },
      ],
    },
  },
  fresh: [],
  inside: canvas,
});
