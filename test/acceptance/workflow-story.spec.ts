/** A team draws a workflow of its model and its dataset, and keeps a graph; and has all of it as it was. */
import type { Dataset, Graph, GraphVersion, Model, Workflow, WorkflowVersion } from '@cairn/contracts';
import { foundFirm, joinFirm } from '../support/firm.js';
import { type Person, somebody } from '../support/people.js';
import { type SharedCairn, topologies } from '../support/topology.js';

describe.each(topologies)('a team, its workflow and its graph, on $name', (topology) => {
  let cairn: SharedCairn;
  let ada: Person;
  let ben: Person;
  let eve: Person;
  let firm: string;
  let model: Model;
  let dataset: Dataset;
  let workflow: Workflow;
  let graph: Graph;
  let second: GraphVersion;
  /** When the canvas was whole, and before all that came after. */
  let before: string;

  beforeAll(async () => {
    cairn = await topology.shared();
    [ada, ben, eve] = [
      await somebody(cairn, 'ada'),
      await somebody(cairn, 'ben'),
      await somebody(cairn, 'eve'),
    ];
    firm = await foundFirm(ada);
    await joinFirm(cairn, firm, ada, ben);
    const within = { organization_id: firm, visibility: 'org' as const };
    ({ body: model } = await ada.client.call('createModel', { body: { name: 'tagger', ...within } }));
    ({ body: dataset } = await ada.client.call('createDataset', { body: { name: 'mails', ...within } }));
  });
  afterAll(() => cairn.leave());

  const first = () => ({ workflow_id: workflow.id, version_id: workflow.versions[0]!.id });
  const version = async (query = {}, who = ada): Promise<WorkflowVersion> => {
    const { workflow_id, version_id: id } = first();
    return (await who.client.call('getWorkflowVersion', { params: { workflow_id, id }, query })).body;
  };
  const drawn = ({ nodes = [], edges = [] }: WorkflowVersion) => [
    nodes.map(({ name }) => name).sort(),
    edges.length,
  ];
  const nodeNamed = async (wanted: string): Promise<string> =>
    (await version()).nodes!.find(({ name }) => name === wanted)!.id;
  /** Three nodes in a row, and what closes the circle. */
  const canvas = (closed: boolean) => ({
    nodes: [
      { id: 'mails', name: 'mails', entity_type: 'dataset' as const, entity_id: dataset.id },
      { id: 'tag', name: 'tag', entity_type: 'model' as const, entity_id: model.id, on_failure: 'retry:3' },
      { id: 'sort', name: 'sort', config: { folder: 'spam' }, position: { x: 320.5, y: -80 } },
    ],
    edges: [
      { begin_node_id: 'mails', end_node_id: 'tag' },
      { begin_node_id: 'tag', end_node_id: 'sort' },
      ...(closed ? [{ begin_node_id: 'sort', end_node_id: 'tag' }] : []),
    ],
  });

  it('saves a canvas, is told of a cycle in it, and mends it', async () => {
    const body = { name: 'mail room', organization_id: firm, visibility: 'org' as const };
    ({ body: workflow } = await ada.client.call('createWorkflow', { body }));
    expect(workflow).toMatchObject({ active_version_id: workflow.versions[0]?.id });
    expect(workflow.versions).toMatchObject([
      { version_number: 1, node_count: 0, edge_count: 0, valid: true },
    ]);
    const { body: saved } = await ada.client.call('setWorkflowGraph', {
      params: first(),
      body: canvas(true),
    });
    expect(saved).toMatchObject({ node_count: 3, edge_count: 3, valid: false });
    const [, tag = '', sort = ''] = saved.node_ids ?? [];
    expect(saved.validation_errors).toEqual([
      { code: 'cycle', message: expect.any(String), node_ids: expect.arrayContaining([tag, sort]) },
    ]);
    const closing = saved.edge_ids?.at(-1) ?? '';
    await ada.client.call('deleteWorkflowEdge', { params: { ...first(), id: closing } });
    expect(await version()).toMatchObject({ edge_count: 2, valid: true });
    expect((await version()).validation_errors).toBeUndefined();
    before = (await version()).updated_at;
  });

  it('reads through its nodes what they name, as far as who reads may', async () => {
    const byName = async (who: Person) => {
      const { body } = await who.client.call('listWorkflowNodes', { params: first() });
      return new Map(body.map((node) => [node.name, node]));
    };
    const [hers, his] = [await byName(ada), await byName(ben)];
    expect(hers.get('tag')).toMatchObject({ entity_name: 'tagger', has_direct_access: true });
    expect(hers.get('tag')).not.toHaveProperty('model_versions');
    expect(his.get('mails')).toMatchObject({
      ...{ entity_name: 'mails', has_direct_access: false },
      dataset_versions: [{ id: dataset.active_version_id }],
    });
    expect(hers.get('sort')).not.toHaveProperty('has_direct_access');
  });

  it('S23: draws nothing that its saver may not use, and names no node of elsewhere', async () => {
    const { body: hidden } = await eve.client.call('createModel', { body: { name: 'hidden' } });
    const node = { name: 'steal', entity_type: 'model' as const, entity_id: hidden.id };
    const refused = (pointer: string, code: string) => ({
      status: 422,
      body: { code, errors: [{ pointer }] },
    });
    expect(await ada.client.try('createWorkflowNode', { params: first(), body: node })).toMatchObject(
      refused('/entity_id', 'entity_unavailable'),
    );
    const whole = { nodes: [{ name: 'mine' }, node], edges: [] };
    expect(await ada.client.try('setWorkflowGraph', { params: first(), body: whole })).toMatchObject(
      refused('/nodes/1/entity_id', 'entity_unavailable'),
    );
    const made = { name: 'other', ...whole };
    expect(await ada.client.try('createWorkflow', { body: made })).toMatchObject(
      refused('/nodes/1/entity_id', 'entity_unavailable'),
    );
    const tag = await nodeNamed('tag');
    const foreign = { entity_version_id: dataset.active_version_id ?? '' };
    const of = { ...first(), id: tag };
    expect(await ada.client.try('updateWorkflowNode', { params: of, body: foreign })).toMatchObject(
      refused('/entity_id', 'entity_unavailable'),
    );
    const edge = { begin_node_id: tag, end_node_id: workflow.id };
    expect(await ada.client.try('createWorkflowEdge', { params: first(), body: edge })).toMatchObject(
      refused('/end_node_id', 'foreign_node'),
    );
    expect(drawn(await version())).toEqual([['mails', 'sort', 'tag'], 2]);
    expect((await eve.client.try('listWorkflowNodes', { params: first() })).status).toBe(404);
  });

  it('copies the version, activates the copy, and goes back', async () => {
    const { workflow_id, version_id: id } = first();
    const { body: copy } = await ada.client.call('duplicateWorkflowVersion', { params: { workflow_id, id } });
    expect(copy).toMatchObject({ version_number: 2, node_count: 3, edge_count: 2, valid: true });
    expect(drawn(copy)).toEqual(drawn(await version()));
    const ids = new Set((await version()).nodes?.map((node) => node.id));
    expect(copy.nodes?.filter((node) => ids.has(node.id))).toEqual([]);
    const activate = { params: { id: workflow_id, version_id: copy.id } };
    const { body: active } = await ada.client.call('activateWorkflowVersion', activate);
    expect(active).toMatchObject({ active_version_id: copy.id, versions: [{ id }, { id: copy.id }] });
    const { body: history } = await ada.client.call('listWorkflowHistory', { params: { id: workflow_id } });
    const { revision = 0 } = history.at(-1) ?? {};
    await ada.client.call('revertWorkflow', { params: { id: workflow_id }, body: { revision } });
    const { body: back } = await ada.client.call('getWorkflow', { params: { id: workflow_id } });
    expect(back.active_version_id).toBe(id);
    const past = await ada.client.call('getWorkflow', {
      params: { id: workflow_id },
      query: { as_of: before },
    });
    expect(past.body.versions).toHaveLength(1);
  });

  it('deletes a node with its edges, and takes that back by one revert', async () => {
    await ada.client.call('deleteWorkflowNode', { params: { ...first(), id: await nodeNamed('tag') } });
    expect(drawn(await version())).toEqual([['mails', 'sort'], 0]);
    const { workflow_id, version_id: id } = first();
    const params = { workflow_id, id };
    const { body: history } = await ada.client.call('listWorkflowVersionHistory', { params });
    expect(history.at(-1)).toMatchObject({ type: 'workflows.node.deleted.v1' });
    const { revision = 0 } = history.at(-1) ?? {};
    const { body: back } = await ada.client.call('revertWorkflowVersion', { params, body: { revision } });
    expect(drawn(back)).toEqual([['mails', 'sort', 'tag'], 2]);
    expect(back).toMatchObject({ node_count: 3, edge_count: 2, valid: true });
    expect(drawn(await version({ revision }))).toEqual([['mails', 'sort'], 0]);
    expect(drawn(await version({ as_of: before }))).toEqual([['mails', 'sort', 'tag'], 2]);
    const then = await ada.client.call('listWorkflowNodes', { params: first(), query: { as_of: before } });
    expect(then.body.map(({ name }) => name).sort()).toEqual(['mails', 'sort', 'tag']);
  });

  it('works with what who saved each node last may use, and says where that is no more', async () => {
    await ada.client.call('createWorkflowShare', {
      params: { id: workflow.id },
      body: { user_id: ben.id, role_slug: 'share_editor' },
    });
    const body = { name: 'his', entity_type: 'model' as const, entity_id: model.id };
    const { body: his } = await ben.client.call('createWorkflowNode', { params: first(), body });
    expect(his.user_id).toBe(ben.id);
    await ada.client.call('updateModel', { params: { id: model.id }, body: { visibility: 'private' } });
    const found = async () =>
      (await ada.client.call('validateWorkflowVersion', { params: first() })).body.validation_errors;
    expect(await found()).toMatchObject([{ code: 'entity_unavailable', node_ids: [his.id] }]);
    const change = { params: { ...first(), id: his.id }, body: { timeout: 60 } };
    expect((await ben.client.try('updateWorkflowNode', change)).body).toMatchObject({
      code: 'entity_unavailable',
    });
    const seen = await ben.client.call('getWorkflowNode', { params: change.params });
    expect(seen.body).toMatchObject({ has_direct_access: false });
    expect(seen.body).not.toHaveProperty('entity_name');
    const { body: hers } = await ada.client.call('updateWorkflowNode', change);
    expect(hers).toMatchObject({ user_id: ada.id, entity_name: 'tagger' });
    expect(await found()).toBeUndefined();
    await ben.client.call('deleteWorkflowNode', { params: change.params });
    await ada.client.call('updateModel', { params: { id: model.id }, body: { visibility: 'org' } });
  });

  it('is told that what a node names is gone, and that it is there again', async () => {
    await ada.client.call('deleteModel', { params: { id: model.id } });
    const { body: found } = await ada.client.call('validateWorkflowVersion', { params: first() });
    const tag = await nodeNamed('tag');
    expect(found).toMatchObject({
      valid: false,
      validation_errors: [{ code: 'entity_unavailable', node_ids: [tag] }],
    });
    await ada.client.call('restoreModel', { params: { id: model.id } });
    const { body: mended } = await ada.client.call('validateWorkflowVersion', { params: first() });
    expect(mended).toMatchObject({ valid: true });
  });

  it('keeps a graph with two versions, and shares it with an editor until Friday', async () => {
    const schema = { nodes: [{ type: 'Person' }], edges: [{ type: 'WRITES', from: 'Person', to: 'Person' }] };
    ({ body: graph } = await ada.client.call('createGraph', {
      body: { name: 'who writes to whom', kind: 'social', schema_config: schema },
    }));
    const { id } = graph;
    expect(graph.versions).toMatchObject([{ version_number: 1, node_count: 0, edge_count: 0 }]);
    ({ body: second } = await ada.client.call('createGraphVersion', {
      params: { id },
      body: { name: 'last year', schema },
    }));
    expect(second).toMatchObject({ version_number: 2, schema: JSON.stringify(schema) });
    expect(second.space_name).toMatch(/^g_[0-9a-f]{16}$/);
    expect(second.space_name).not.toBe(graph.versions[0]?.space_name);
    const friday = new Date(Date.now() + 3 * 86_400_000).toISOString();
    const share = { user_id: ben.id, role_slug: 'share_editor' as const, expires_at: friday };
    expect((await ben.client.try('getGraph', { params: { id } })).status).toBe(404);
    const { body: shared } = await ada.client.call('createGraphShare', { params: { id }, body: share });
    expect(shared).toMatchObject({ expires_at: friday });
    const params = { id, version_id: second.id };
    const { body: renamed } = await ben.client.call('updateGraphVersion', {
      params,
      body: { name: 'of 2025' },
    });
    expect(renamed.name).toBe('of 2025');
    expect((await ben.client.try('deleteGraphVersion', { params })).status).toBe(403);
    const { body: active } = await ben.client.call('activateGraphVersion', { params });
    expect(active.active_version_id).toBe(second.id);
    expect(await ada.client.try('deleteGraphVersion', { params })).toMatchObject({
      status: 409,
      body: { code: 'version_active' },
    });
  });

  it('reads the graph as it was', async () => {
    const { id } = graph;
    const at = second.created_at;
    const { body: then } = await ada.client.call('getGraph', { params: { id }, query: { as_of: at } });
    expect(then).toMatchObject({ active_version_id: graph.active_version_id });
    expect(then.versions.map(({ name }) => name)).toEqual(['', 'last year']);
    const { body: listed } = await ada.client.call('listGraphVersions', {
      params: { id },
      query: { as_of: graph.created_at },
    });
    expect(listed.map((each) => each.version_number)).toEqual([1]);
    const params = { id, version_id: second.id };
    const { body: old } = await ada.client.call('getGraphVersion', { params, query: { revision: 0 } });
    expect(old).toMatchObject({ name: 'last year', schema: second.schema });
  });
});
