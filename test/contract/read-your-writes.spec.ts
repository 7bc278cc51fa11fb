import { counts, countsOf, emptyGraph } from '../support/content.js';
import { type Person, somebody } from '../support/people.js';
import { type RunningCairn, topologies } from '../support/topology.js';

describe.each(topologies)('reading what was just written on $name', (topology) => {
  let cairn: RunningCairn;
  let ada: Person;
  /** The read models come this much later than they could. */
  const DELAY_MS = 40;

  beforeAll(async () => {
    cairn = await topology.start({ CAIRN_PROJECTION_DELAY_MS: String(DELAY_MS) });
    ada = await somebody(cairn);
  });
  afterAll(() => cairn.remove());

  const newVersion = async () => {
    const { body } = await ada.client.call('createDataset', { body: { name: 'mine', default_splits: true } });
    const params = { dataset_id: body.id, version_id: body.active_version_id ?? '' };
    return { params, split: body.versions[0]?.splits?.[0]?.id ?? '' };
  };

  it('law 2: a dataset is in the resource, the list and the count at once', async () => {
    const { client } = await somebody(cairn);
    const counted = async () => {
      const { body, headers } = await client.call('listDatasets');
      return [body.map(({ name }) => name).sort(), headers.get('x-total-count')];
    };
    const { body } = await client.call('createDataset', { body: { name: 'a' } });
    expect(await counted()).toEqual([['a'], '1']);
    await client.call('updateDataset', { params: { id: body.id }, body: { name: 'b' } });
    expect(await counted()).toEqual([['b'], '1']);
    expect((await client.call('getDataset', { params: { id: body.id } })).body.name).toBe('b');
    await client.call('deleteDataset', { params: { id: body.id } });
    expect(await counted()).toEqual([[], '0']);
    await client.call('restoreDataset', { params: { id: body.id } });
    expect(await counted()).toEqual([['b'], '1']);
  });

  it('law 2: items, annotations, labels and statistics agree after each write', async () => {
    const { client } = ada;
    const { params, split } = await newVersion();
    const { body: label } = await client.call('createLabel', { params, body: { name: 'l' } });
    const total = async (query: Record<string, string> = {}) =>
      Number((await client.call('listDatasetItems', { params, query })).headers.get('x-total-count'));
    const stat = async () => {
      const { body } = await client.call('listLabelStats', { params: { ...params, split_id: split } });
      const { item_count, annotation_count } = body.find(({ label_id }) => label_id === label.id) ?? {};
      return [item_count, annotation_count];
    };
    const counts = async () => [
      await total(),
      await total({ split_id: split }),
      await total({ label_id: label.id }),
      await stat(),
    ];
    expect(await counts()).toEqual([0, 0, 0, [0, 0]]);
    const annotation = { type: 'classification', label_id: label.id } as const;
    const { body: item } = await client.call('createDatasetItem', {
      params,
      body: { text: 'x', annotations: [annotation] },
    });
    expect(await counts()).toEqual([1, 1, 1, [1, 1]]);
    const id = item.annotations[0]?.id ?? '';
    await client.call('deleteAnnotation', { params: { ...params, item_id: item.id, id } });
    expect(await counts()).toEqual([1, 1, 0, [0, 0]]);
    await client.call('createAnnotation', { params: { ...params, item_id: item.id }, body: annotation });
    expect(await counts()).toEqual([1, 1, 1, [1, 1]]);
    await client.call('deleteDatasetItem', { params: { ...params, id: item.id } });
    expect(await counts()).toEqual([0, 0, 0, [0, 0]]);
    await client.call('restoreDatasetItem', { params: { ...params, id: item.id } });
    expect(await counts()).toEqual([1, 1, 1, [1, 1]]);
    await client.call('removeItemFromSplit', { params: { ...params, split_id: split, id: item.id } });
    expect(await counts()).toEqual([0, 0, 0, [0, 0]]);
  });

  it('law 2: nodes, edges, counts and the version agree after each write', async () => {
    const { client } = ada;
    const { body: workflow } = await client.call('createWorkflow', { body: { name: 'drawn' } });
    const of = { workflow_id: workflow.id, id: workflow.active_version_id };
    const params = { workflow_id: workflow.id, version_id: workflow.active_version_id };
    const counts = async () => {
      const nodes = await client.call('listWorkflowNodes', { params });
      const edges = await client.call('listWorkflowEdges', { params });
      const { body: version } = await client.call('getWorkflowVersion', { params: of });
      const { versions } = (await client.call('getWorkflow', { params: { id: workflow.id } })).body;
      return [
        [nodes.body.length, edges.body.length],
        [nodes, edges].map(({ headers }) => Number(headers.get('x-total-count'))),
        [version.nodes?.length, version.edges?.length],
        [version.node_count, version.edge_count],
        [versions[0]?.node_count, versions[0]?.edge_count],
      ];
    };
    const each = (nodes: number, edges: number) => Array<number[]>(5).fill([nodes, edges]);
    expect(await counts()).toEqual(each(0, 0));
    const make = async (name: string) =>
      (await client.call('createWorkflowNode', { params, body: { name } })).body.id;
    const [begin_node_id, end_node_id] = [await make('a'), await make('b')];
    expect(await counts()).toEqual(each(2, 0));
    await client.call('createWorkflowEdge', { params, body: { begin_node_id, end_node_id } });
    expect(await counts()).toEqual(each(2, 1));
    const gone = await client.call('deleteWorkflowNode', { params: { ...params, id: end_node_id } });
    expect(await counts()).toEqual(each(1, 0));
    const body = { revision: Number(gone.headers.get('x-revision')) };
    await client.call('revertWorkflowVersion', { params: of, body });
    expect(await counts()).toEqual(each(2, 1));
    await client.call('setWorkflowGraph', { params, body: { nodes: [{}, {}, {}], edges: [] } });
    expect(await counts()).toEqual(each(3, 0));
  });

  it('law 2: what is in a graph, its lists and its counts agree after each write', async () => {
    const params = await emptyGraph(ada);
    const { client } = ada;
    const at = { ...params, node_uid: 'a' };
    await client.call('createGraphNode', { params, body: { uid: 'a' } });
    expect(await countsOf(ada, params)).toEqual(counts(1, 0));
    const body = { nodes: [{ uid: 'b' }], edges: [{ source: 'a', target: 'b' }] };
    const { body: made } = await client.call('bulkGraphNodes', { params, body });
    expect(await countsOf(ada, params)).toEqual(counts(2, 1));
    const { body: node } = await client.call('updateGraphNode', { params: at, body: { labels: ['L'] } });
    const { body: labelled } = await client.call('listGraphNodes', { params, query: { label: 'L' } });
    expect(labelled).toEqual([node]);
    await client.call('deleteGraphNode', { params: at });
    expect(await countsOf(ada, params)).toEqual(counts(1, 0));
    await client.call('undoGraphContent', { params, body: { revision: (made.revision ?? 0) + 2 } });
    expect(await countsOf(ada, params)).toEqual(counts(2, 1));
  });

  it('law 2: many at once each see their own', async () => {
    const { params } = await newVersion();
    const names = Array.from({ length: 20 }, (_, index) => `item-${index}`);
    await Promise.all(
      names.map(async (name) => {
        const { body } = await ada.client.call('createDatasetItem', { params, body: { name } });
        const found = await ada.client.call('listDatasetItems', { params, query: { name } });
        expect(found.body.map(({ id }) => id)).toEqual([body.id]);
      }),
    );
    const all = await ada.client.call('listDatasetItems', { params, query: { limit: 5 } });
    expect(all.headers.get('x-total-count')).toBe('20');
  });

  it('law 2: a right that was taken is gone when the answer is there', async () => {
    const stranger = (await somebody(cairn, 'eve')).client;
    const { body } = await ada.client.call('createDataset', { body: { name: 'x', public: true } });
    const params = { id: body.id };
    for (const isPublic of [false, true, false]) {
      await ada.client.call('updateDataset', { params, body: { public: isPublic } });
      expect((await stranger.try('getDataset', { params })).status).toBe(isPublic ? 200 : 404);
    }
  });
});
