/** S24: an edge is saved with the rights of its saver over both ends (SPEC-33). */
import {
  modelQueries,
  type NamedEntities,
  workflowCommands as commands,
  type WorkflowGraphInput,
  type WorkflowVersion,
} from '@cairn/contracts';
import { type CallMessage, type CallReply, freshId, type Principal } from '@cairn/kernel';
import { ServiceUnderTest, someone } from '@cairn/kernel/testkit';
import { workflowsService } from './service.js';
import { workflowVersionReads } from './workflows.js';

const [ada, ben] = [someone(), someone()];
/** Whose model each is; one of nobody is everybody's. */
const owners = new Map<string, string>();
const modelOf = (who?: Principal): string => {
  const id = freshId();
  if (who !== undefined) owners.set(id, who.userId);
  return id;
};

/** Who was asked about how many entities. */
let asked: (readonly [string, number])[] = [];
const models = {
  call: async ({ name, input, onBehalfOf: { user_id } }: CallMessage): Promise<CallReply> => {
    expect(name).toBe(modelQueries.unusable.name);
    const { entities } = input as NamedEntities;
    asked.push([user_id, entities.length]);
    const unusable = entities.flatMap(({ id }, place) =>
      (owners.get(id) ?? user_id) === user_id ? [] : [place],
    );
    return { status: 'answered', answer: { unusable } };
  },
};
const identity = {
  call: async ({ input }: CallMessage): Promise<CallReply> => ({
    status: 'answered',
    answer: { user_id: (input as { readonly user_id: string }).user_id, immediate: true },
  }),
};

const named = (entity_id: string) => ({ entity_type: 'model' as const, entity_id });
const NONE = { entity_type: '' as const, entity_id: '' };

describe('S24: an edge of a workflow that two people edit', () => {
  let running: ServiceUnderTest;
  let ids: { readonly workflow_id: string; readonly version_id: string };
  /** Ada's private model, Ben's, and one that both may use. */
  const [hers, his, ours] = [modelOf(ada), modelOf(ben), modelOf()];

  beforeAll(async () => {
    const services = new Map([
      ['models', models],
      ['identity', identity],
    ]);
    running = await ServiceUnderTest.of(workflowsService, { find: (name) => services.get(name) });
  });
  afterAll(() => running.stop());
  beforeEach(async () => {
    const body = { name: 'cliffs' };
    const id = await running.make(ada, commands.createWorkflow, { body }, 'workflow');
    const share = { user_id: ben.userId, role_slug: 'share_editor', without_invite: true } as const;
    await running.done(ada, commands.createWorkflowShare, { id, body: share });
    const page = { limit: 1, sort: 'created_at' };
    const found = await workflowVersionReads.list(running.reading(ada), { workflow_id: id }, page);
    if (found === undefined || !('elements' in found)) throw new Error('no version is told');
    ids = { workflow_id: id, version_id: found.elements[0]!.id };
    asked = [];
  });

  const nodeOf = (who: Principal, entity_id?: string) =>
    running.make(
      who,
      commands.createWorkflowNode,
      { ...ids, body: entity_id === undefined ? {} : named(entity_id) },
      'node',
    );
  const edgeOf = (who: Principal, begin_node_id: string, end_node_id: string) =>
    running.make(who, commands.createWorkflowEdge, { ...ids, body: { begin_node_id, end_node_id } }, 'edge');
  type Reply = Awaited<ReturnType<ServiceUnderTest['send']>>;
  /** What is refused, by where and what is said. */
  const refusedAt = (reply: Reply) =>
    reply.status === 'refused'
      ? [reply.code, ...(reply.errors ?? []).map(({ pointer, message }) => `${pointer} ${message}`)]
      : [reply.status];
  const connect = async (who: Principal, begin_node_id: string, end_node_id: string) =>
    refusedAt(
      await running.send(who, commands.createWorkflowEdge, { ...ids, body: { begin_node_id, end_node_id } }),
    );
  const change = async (who: Principal, id: string, body: object) =>
    refusedAt(await running.send(who, commands.updateWorkflowNode, { ...ids, id, body }));
  const changeEdge = async (who: Principal, id: string, body: object) =>
    refusedAt(await running.send(who, commands.updateWorkflowEdge, { ...ids, id, body }));
  const save = async (who: Principal, body: WorkflowGraphInput) =>
    refusedAt(await running.send(who, commands.setWorkflowGraph, { ...ids, body }));
  const version = async (): Promise<WorkflowVersion> => {
    const { workflow_id, version_id: id } = ids;
    return (await workflowVersionReads.byId(running.reading(ada), { workflow_id, id }))!.resource;
  };

  const CONNECTS = 'connects a model or a dataset that you may not use';
  const leadsTo = (edge: string) =>
    `leads to edge ${edge}, whose saver may not use it: delete that edge and create it again, then it is yours`;

  it('is drawn by who may use what is at both ends, whoever saved the nodes', async () => {
    const [from, to, both] = [await nodeOf(ada, hers), await nodeOf(ben, his), await nodeOf(ben, ours)];
    expect(await connect(ben, from, to)).toEqual(['entity_unavailable', `/begin_node_id ${CONNECTS}`]);
    expect(await connect(ben, to, from)).toEqual(['entity_unavailable', `/end_node_id ${CONNECTS}`]);
    expect(await connect(ada, from, to)).toEqual(['entity_unavailable', `/end_node_id ${CONNECTS}`]);
    expect(await connect(ada, from, both)).toEqual(['done']);
    expect(await connect(ben, to, both)).toEqual(['done']);
  });
  it('is none that goes around through pass nodes, in one canvas neither', async () => {
    const [from, passes, to] = [await nodeOf(ada, hers), await nodeOf(ben), await nodeOf(ben, his)];
    expect(await connect(ben, from, passes)).toEqual(['entity_unavailable', `/begin_node_id ${CONNECTS}`]);
    await edgeOf(ada, from, passes);
    expect(await connect(ben, passes, to)).toEqual(['entity_unavailable', `/begin_node_id ${CONNECTS}`]);
    const nodes = [{ id: from }, { id: 'p' }, { id: 'q' }, { id: to }];
    const edges = [
      { begin_node_id: from, end_node_id: 'p' },
      { begin_node_id: 'p', end_node_id: 'q' },
      { begin_node_id: 'q', end_node_id: to },
    ];
    expect(await save(ben, { nodes, edges })).toEqual([
      'entity_unavailable',
      ...[0, 1, 2].map((place) => `/edges/${place} ${CONNECTS}`),
    ]);
  });
  it('is saved by who changes anything of it, and by nobody who leaves it as it is', async () => {
    const [from, to] = [await nodeOf(ada, hers), await nodeOf(ada, ours)];
    const id = await edgeOf(ada, from, to);
    const begins = { begin_node_id: from, end_node_id: to };
    expect(await changeEdge(ben, id, { name: 'mine' })).toEqual([
      'entity_unavailable',
      `/begin_node_id ${CONNECTS}`,
    ]);
    asked = [];
    const nodes = [{ id: from }, { id: to }];
    expect(await save(ben, { nodes, edges: [{ id, ...begins }] })).toEqual(['done']);
    expect(asked).toEqual([]);
    expect((await version()).edges).toMatchObject([{ user_id: ada.userId }]);
    expect(await save(ben, { nodes, edges: [{ id, ...begins, edge_type: 'context' }] })).toEqual([
      'entity_unavailable',
      `/edges/0 ${CONNECTS}`,
    ]);
  });
  it('lets a node at its end have another entity that its saver may use', async () => {
    const [from, passes, to] = [await nodeOf(ada, hers), await nodeOf(ada), await nodeOf(ada, ours)];
    const [into, out] = [await edgeOf(ada, from, passes), await edgeOf(ada, passes, to)];
    asked = [];
    expect(await change(ben, to, named(his))).toEqual(['entity_unavailable', `/entity_id ${leadsTo(out)}`]);
    expect(asked).toEqual([
      [ben.userId, 1],
      [ada.userId, 1],
    ]);
    expect(await change(ben, passes, named(his))).toEqual([
      'entity_unavailable',
      `/entity_id ${leadsTo(into)}`,
      `/entity_id ${leadsTo(out)}`,
    ]);
    const nodes = [{ id: to, ...named(his) }, { id: passes }, { id: from }];
    const edges = [
      { id: into, begin_node_id: from, end_node_id: passes },
      { id: out, begin_node_id: passes, end_node_id: to },
    ];
    expect(await save(ben, { nodes, edges })).toEqual([
      'entity_unavailable',
      `/nodes/0/entity_id ${leadsTo(out)}`,
    ]);
    expect(await change(ben, to, named(modelOf()))).toEqual(['done']);
    expect(await change(ben, to, { name: 'last' })).toEqual(['done']);
  });
  it('lets another edge lead to its pass node what its saver may use, and is drawn again by who draws that', async () => {
    const [passes, to, from] = [await nodeOf(ada), await nodeOf(ada, ours), await nodeOf(ben, his)];
    const out = await edgeOf(ada, passes, to);
    expect(await connect(ben, from, passes)).toEqual([
      'entity_unavailable',
      `/begin_node_id ${leadsTo(out)}`,
    ]);
    const nodes = [{ id: passes }, { id: to }, { id: from }];
    const drawing = { begin_node_id: from, end_node_id: passes };
    const kept = { begin_node_id: passes, end_node_id: to };
    expect(await save(ben, { nodes, edges: [{ id: out, ...kept }, drawing] })).toEqual([
      'entity_unavailable',
      `/edges/1 ${leadsTo(out)}`,
    ]);
    expect(await save(ben, { nodes, edges: [kept, drawing] })).toEqual(['done']);
    expect((await version()).edges?.map(({ user_id }) => user_id)).toEqual([ben.userId, ben.userId]);
  });
  it('lets no node become a pass node that leads to it what its saver may not use, the caller neither', async () => {
    const [from, between, to] = [await nodeOf(ada, hers), await nodeOf(ben, ours), await nodeOf(ben, his)];
    await edgeOf(ada, from, between);
    const out = await edgeOf(ben, between, to);
    const yours = `/entity_id leads what you may not use to your edge ${out}`;
    expect(await change(ben, between, NONE)).toEqual(['entity_unavailable', yours]);
    expect(await change(ada, between, NONE)).toEqual(['entity_unavailable', `/entity_id ${leadsTo(out)}`]);
  });
  it('is one that who copies it, or undoes its end, may use', async () => {
    const [from, to] = [await nodeOf(ada, hers), await nodeOf(ada)];
    const id = await edgeOf(ada, from, to);
    await running.done(ben, commands.deleteWorkflowEdge, { ...ids, id });
    const { workflow_id, version_id } = ids;
    const last = (await running.engines.log.read(`workflowVersion-${version_id}`)).length - 1;
    const undo = (who: Principal) =>
      running.send(who, commands.revertWorkflowVersion, {
        workflow_id,
        id: version_id,
        body: { revision: last },
      });
    expect(refusedAt(await undo(ben))).toEqual(['entity_unavailable', `/edges/${id} ${CONNECTS}`]);
    expect(refusedAt(await undo(ada))).toEqual(['done']);
    const copy = (who: Principal) =>
      running.send(who, commands.duplicateWorkflowVersion, { workflow_id, id: version_id });
    expect(refusedAt(await copy(ben))[0]).toBe('entity_unavailable');
    expect(refusedAt(await copy(ada))).toEqual(['done']);
  });
  it('is told by a look at the version when its saver may not use it any more, until it or its node is changed', async () => {
    const lent = modelOf();
    const [from, passes, to] = [await nodeOf(ada, lent), await nodeOf(ada), await nodeOf(ben, his)];
    await edgeOf(ada, from, passes);
    const out = await edgeOf(ben, passes, to);
    const problems = async () =>
      ((await version()).validation_errors ?? []).map(({ code, node_ids, edge_id }) => [
        code,
        node_ids,
        edge_id,
      ]);
    await running.done(ben, commands.validateWorkflowVersion, ids);
    expect(await problems()).toEqual([]);
    owners.set(lent, ada.userId);
    await running.done(ben, commands.validateWorkflowVersion, ids);
    const found = [['entity_unavailable', [from], out]];
    expect(await problems()).toEqual(found);
    // Of a node that its own saver may not use it is told once, and not of the edges of that person again.
    owners.set(lent, freshId());
    await running.done(ben, commands.validateWorkflowVersion, ids);
    expect(await problems()).toEqual([['entity_unavailable', [from], undefined], ...found]);
    owners.set(lent, ada.userId);
    await running.done(ben, commands.validateWorkflowVersion, ids);
    expect(await problems()).toEqual(found);
    expect(await change(ada, from, { name: 'camera' })).toEqual(['done']);
    expect(await problems()).toEqual(found);
    expect(await change(ada, from, named(modelOf()))).toEqual(['done']);
    expect(await problems()).toEqual([]);
  });
});
