/** Workflows and graphs: the lines of their pages; what graphs say of themselves; both in a project, and gone with it. */
import { linesOf, ranAs } from '../support/documented.js';
import { type Person, somebody } from '../support/people.js';
import { type SharedCairn, topologies } from '../support/topology.js';

/** What the lines of nodes and edges print. */
const CONTENT = [
  ...['puffin', '4', '3', 'gull', 'gull', '4', '2'],
  ...['gull Bird,puffin Bird,sandeel Fish', '2', '3', 'gull,puffin'],
  '/uid,/properties/ring,/labels,/labels',
];

describe.each(topologies)('workflows and graphs on $name', (topology) => {
  let cairn: SharedCairn;
  let ada: Person;
  beforeAll(async () => {
    cairn = await topology.shared();
    ada = await somebody(cairn);
  });
  afterAll(() => cairn.leave());

  it.each([
    ['workflows', 'workflow', 'Cliff watch', []],
    ['graphs', 'graph', 'Food web', ['knowledge']],
  ])('docs/%s.md is as it stands there', async (area, called, name, more) => {
    const lines = linesOf(`docs/${area}.md`, 'the first five minutes');
    const told = (await ranAs(lines, { CAIRN: cairn.baseUrl, TOKEN: ada.token })).trim().split('\n');
    expect(told).toEqual([
      ...[name, ...more, `${name} of the north`],
      `0 ${area}.${called}.created.v1,1 ${area}.${called}.updated.v1`,
      ...[name, name, name, 'grace@example.org', name, name],
    ]);
  });

  it.each([
    ['workflows', 'a canvas', ['cycle', 'true', 'Bird finder', '2', '1', '2']],
    ['graphs', 'versions', ['2', '2', 'After the storm', '0', '{"nodes":[{"type":"Bird"}]}']],
    ['graphs', 'nodes and edges', CONTENT],
    [
      'graphs',
      'files',
      [
        '3',
        '3',
        '6:5 a node stands in no graph',
        '1',
        'ada,charles,grace,nobody',
        '3',
        '2',
        'ada,charles,grace',
        '3',
      ],
    ],
    ['graphs', 'statistics', ['0', 'Bird 2,Fish 1', 'ROBS', '1', '1', '2', '1']],
    ['graphs', 'validation', ['0', 'gull /properties/ring property_missing', 'gull', '0', '1']],
  ])('docs/%s.md: %s is as it stands there', async (area, part, expected) => {
    const lines = linesOf(`docs/${area}.md`, part);
    const told = (await ranAs(lines, { CAIRN: cairn.baseUrl, TOKEN: ada.token })).trim().split('\n');
    expect(told).toEqual(expected);
  });

  it.each([
    ['config', { enforcement: 'perhaps' }, 'enforcement in config must be one of strict, warn, off.'],
    ['schema_config', { nodes: [{}] }, 'schema_config is no schema of a graph: nodes[0] has no type.'],
    ['schema_config', '[', 'schema_config is not JSON.'],
  ])(
    'a graph with a wrong %s is refused, when it is made and when it is changed',
    async (field, value, detail) => {
      const { client } = ada;
      const body = { name: 'wrong', [field]: value };
      const refused = { status: 422, body: { code: 'invalid_body', detail } };
      expect(await client.try('createGraph', { body })).toMatchObject(refused);
      const { body: graph } = await client.call('createGraph', { body: { name: 'right' } });
      expect(await client.try('updateGraph', { params: { id: graph.id }, body })).toMatchObject(refused);
      expect((await client.call('getGraph', { params: { id: graph.id } })).body).toEqual(graph);
    },
  );

  it('both are counted in their project as others are, and go with it', async () => {
    const { client } = ada;
    const slug = `cliffs-${ada.username}`;
    const { body: firm } = await client.call('createOrganization', { body: { name: 'Birders', slug } });
    const within = { organization_id: firm.id };
    const { body: project } = await client.call('createProject', {
      body: { name: 'Cliffs', slug, ...within },
    });
    const body = { name: 'in it', project_id: project.id };
    const { body: workflow } = await client.call('createWorkflow', { body });
    const { body: graph } = await client.call('createGraph', { body });
    await client.call('createGraph', { body });
    const params = { id: project.id };
    expect((await client.call('getProject', { params })).body).toMatchObject({
      ...{ dataset_count: 0, model_count: 0, workflow_count: 1, graph_count: 2 },
    });
    await client.call('deleteProject', { params, query: { assets: 'delete' } });
    const left = async () => [
      (await client.try('getWorkflow', { params: { id: workflow.id } })).status,
      (await client.try('getGraph', { params: { id: graph.id } })).status,
    ];
    while ((await left()).join() !== '404,404');
    const gone = await client.call('listGraphs', { query: { deleted: true } });
    expect(gone.body.map(({ id }) => id)).toContain(graph.id);
  });
});
