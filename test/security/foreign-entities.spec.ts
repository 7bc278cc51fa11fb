/** S23: what the nodes of workflows name is what who saves them may use, whatever way they are saved. */
import { randomUUID } from 'node:crypto';
import { type Operation, operations, type WorkflowNodeInput } from '@cairn/contracts';
import type { Client } from '@cairn/client';
import { answerOf, codeIn, problemIn } from '../support/answers.js';
import { everyCell } from '../support/cells.js';
import { foundFirm, joinFirm } from '../support/firm.js';
import { type Person, somebody } from '../support/people.js';
import { type SharedCairn, topologies } from '../support/topology.js';
import { makeWorld, requestIn, type World } from '../support/world.js';

type Named = Pick<WorkflowNodeInput, 'entity_type' | 'entity_id' | 'entity_version_id'>;
interface Worlds {
  readonly mine: World;
  /** Of the same person. */
  readonly other: World;
  readonly hers: World;
}

const model = (entity_id: string, entity_version_id = ''): Named => ({
  entity_type: 'model',
  ...{ entity_id, entity_version_id },
});
const dataset = (entity_id: string, entity_version_id = ''): Named => ({
  entity_type: 'dataset',
  ...{ entity_id, entity_version_id },
});

/** What nobody may use who saves a node of `mine`. */
const UNUSABLE: Readonly<Record<string, (worlds: Worlds) => Named>> = {
  'a model that is not there': () => model(randomUUID()),
  'a dataset that is not there': () => dataset(randomUUID()),
  'somebody else’s model': ({ hers }) => model(hers.model),
  'somebody else’s dataset': ({ hers }) => dataset(hers.dataset),
  'a version of somebody else’s model': ({ mine, hers }) => model(mine.model, hers.modelVersion),
  'a version of somebody else’s dataset': ({ mine, hers }) => dataset(mine.dataset, hers.version),
  'a version of another model': ({ mine, other }) => model(mine.model, other.modelVersion),
  'a version of another dataset': ({ mine, other }) => dataset(mine.dataset, other.version),
  'a version that is not there': ({ mine }) => model(mine.model, randomUUID()),
  'a dataset as a model': ({ mine }) => model(mine.dataset),
  'a model as a dataset': ({ mine }) => dataset(mine.model),
  'a workflow as a model': ({ mine }) => model(mine.workflow),
};

const drawn = (node: object) => ({ name: 'drawn', nodes: [{}, node], edges: [] });

/** How a node is saved: with what body, and where that names what it names. */
const WAYS: readonly (readonly [Operation, (node: Named, world: World) => object, string])[] = [
  [operations.createWorkflowNode, (node) => node, '/entity_id'],
  [operations.updateWorkflowNode, (node) => node, '/entity_id'],
  [operations.setWorkflowGraph, drawn, '/nodes/1/entity_id'],
  [
    operations.setWorkflowGraph,
    (node, world) => drawn({ ...node, id: world.workflowNode }),
    '/nodes/1/entity_id',
  ],
  [operations.createWorkflowVersion, drawn, '/nodes/1/entity_id'],
  [operations.createWorkflow, drawn, '/nodes/1/entity_id'],
];

describe.each(topologies)('S23 what nodes name on $name', (topology) => {
  let cairn: SharedCairn;
  let ada: Person;
  let ben: Person;
  let worlds: Worlds;

  beforeAll(async () => {
    cairn = await topology.shared();
    ada = await somebody(cairn);
    ben = await somebody(cairn, 'ben');
    const eve = await somebody(cairn, 'eve');
    // Who are in one organization share without being asked; nothing of theirs is in it.
    const circle = await foundFirm(ada);
    for (const other of [ben, eve]) await joinFirm(cairn, circle, ada, other);
    worlds = { mine: await makeWorld(ada), other: await makeWorld(ada), hers: await makeWorld(eve) };
    await ada.client.call('createWorkflowShare', {
      params: { id: worlds.mine.workflow },
      body: { user_id: ben.id, role_slug: 'share_editor', without_invite: true },
    });
  });
  afterAll(() => cairn.leave());

  const canvas = () => ({ workflow_id: worlds.mine.workflow, version_id: worlds.mine.workflowVersion });

  const cells = Object.entries(UNUSABLE).flatMap(([what, named]) =>
    WAYS.map(([operation, body, pointer]) => ({ what, named, operation, body, pointer })),
  );
  type Cell = (typeof cells)[number];
  it('is refused where it is none that who saves may use, and nothing is written', () => {
    const nameOf = ({ what, operation, pointer }: Cell): string => `${operation.id} ${pointer}: ${what}`;
    return everyCell(cells, nameOf, async ({ named, operation, body, pointer }) => {
      const before = await cairn.inside.head();
      const answer = await answerOf(ada.client, {
        ...requestIn(worlds.mine, operation),
        body: body(named(worlds), worlds.mine),
      });
      expect([answer.status, codeIn(answer)]).toEqual([422, 'entity_unavailable']);
      expect(problemIn(answer).errors).toMatchObject([{ pointer, code: 'entity_unavailable' }]);
      const written = (await cairn.inside.events(before)).filter(({ type }) => type.startsWith('workflows.'));
      expect(written).toEqual([]);
    });
  });

  const make = async (node: WorkflowNodeInput, { client } = ada): Promise<string> =>
    (await client.call('createWorkflowNode', { params: canvas(), body: node })).body.id;
  const change = (id: string, body: object, client: Client = ada.client) =>
    client.try('updateWorkflowNode', { params: { ...canvas(), id }, body });
  const UNAVAILABLE = { status: 422, body: { code: 'entity_unavailable' } };

  it('is looked at whole where a part of it is sent', async () => {
    const { mine, other, hers } = worlds;
    const id = await make({ ...model(mine.model, mine.modelVersion), name: 'sees' });
    for (const body of [
      { entity_version_id: hers.modelVersion },
      { entity_version_id: other.modelVersion },
      { entity_type: 'dataset' as const },
      { entity_id: other.model },
      { entity_id: hers.model, entity_version_id: '' },
    ])
      expect([body, await change(id, body)]).toMatchObject([body, UNAVAILABLE]);
    expect((await change(id, { entity_version_id: '' })).status).toBe(200);
    expect((await change(id, { entity_id: other.model })).status).toBe(200);
    const unnamed = await make({ entity_id: hers.model });
    expect(await change(unnamed, { entity_type: 'model' })).toMatchObject(UNAVAILABLE);
  });

  it('is what a key may use that saves it', async () => {
    const keyed = async (...scopes: string[]) => {
      const body = { name: 'narrow', scopes: ['workflows:read', 'workflows:write', ...scopes] };
      const { key } = (await ada.client.call('createAPIKey', { body })).body;
      const named = model(worlds.mine.model);
      return cairn.client(key).try('createWorkflowNode', { params: canvas(), body: named });
    };
    expect(await keyed('datasets:read')).toMatchObject(UNAVAILABLE);
    expect((await keyed('models:read', 'models:execute')).status).toBe(201);
  });

  it('is what the last one to save it may use: a colleague draws around it, and takes nothing over', async () => {
    const { mine } = worlds;
    const { client } = ben;
    const id = await make(model(mine.model));
    const params = { ...canvas(), id };
    expect(await change(id, { name: 'mine now' }, client)).toMatchObject(UNAVAILABLE);
    const { body: shown } = await client.call('getWorkflowNode', { params });
    expect(shown).toMatchObject({ user_id: ada.id, entity_id: mine.model, has_direct_access: false });
    expect(Object.keys(shown).filter((name) => /^(entity_name|model_|active_)/.test(name))).toEqual([]);
    const { body: own } = await ada.client.call('getWorkflowNode', { params });
    expect(own).toMatchObject({ entity_name: 'World', active_version_id: mine.modelVersion });

    const copied = { workflow_id: mine.workflow, id: mine.workflowVersion };
    expect(await client.try('duplicateWorkflowVersion', { params: copied })).toMatchObject(UNAVAILABLE);
    const { body: version } = await client.call('getWorkflowVersion', { params: copied });
    const nodes = (version.nodes ?? []).map((node) => ({ id: node.id }));
    const edges = (version.edges ?? []).map((edge) => ({
      ...{ id: edge.id, begin_node_id: edge.begin_node_id, end_node_id: edge.end_node_id },
    }));
    const graph = { nodes: [...nodes, { name: 'of ben' }], edges };
    const saved = await client.call('setWorkflowGraph', { params: canvas(), body: graph });
    const saver = (wanted: string) => saved.body.nodes?.find((node) => node.id === wanted)?.user_id;
    expect([saver(id), saver(saved.body.node_ids?.at(-1) ?? '')]).toEqual([ada.id, ben.id]);
  });

  it('is what may be used by who undoes its end', async () => {
    const id = await make(model(worlds.mine.model));
    const { headers } = await ben.client.call('deleteWorkflowNode', { params: { ...canvas(), id } });
    const params = { workflow_id: canvas().workflow_id, id: canvas().version_id };
    const body = { revision: Number(headers.get('x-revision')) };
    expect(await ben.client.try('revertWorkflowVersion', { params, body })).toMatchObject(UNAVAILABLE);
    expect((await ada.client.try('revertWorkflowVersion', { params, body })).status).toBe(200);
  });

  it('is told by a look at the version when who saved it may use it no more', async () => {
    const { mine, hers } = worlds;
    const validated = async () =>
      (await ada.client.call('validateWorkflowVersion', { params: canvas() })).body.validation_errors ?? [];
    const share = await hers.person.client.call('createModelShare', {
      params: { id: hers.model },
      body: { user_id: mine.person.id, role_slug: 'share_editor', without_invite: true },
    });
    const id = await make(model(hers.model));
    const ofNode = async () => (await validated()).filter(({ node_ids }) => node_ids?.includes(id));
    const codes = async () => (await ofNode()).map(({ code }) => code);
    expect(await codes()).not.toContain('entity_unavailable');
    const params = { id: hers.model, share_id: share.body.id };
    await hers.person.client.call('deleteModelShare', { params });
    expect(await codes()).toContain('entity_unavailable');
  });
});
