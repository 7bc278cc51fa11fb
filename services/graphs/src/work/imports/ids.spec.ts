import { FilesUnderTest } from '../../testing/files-under-test.js';

describe('ids that a file names', () => {
  let files: FilesUnderTest;
  beforeAll(async () => {
    files = await FilesUnderTest.start();
  });
  afterAll(() => files.stop());

  const gephi = (...edges: readonly string[]) =>
    `<gexf><graph><edges>${edges.map((ends, id) => `<edge id="${id}" source="${ends[0]}" target="${ends[1]}"/>`).join('')}</edges></graph></gexf>`;

  it('may be those of other edges of the version: the import says how many it gave other ends', async () => {
    const path = await files.version();
    const warnings = async (file: string, dry_run = false) =>
      (await files.imported(path, file, { dry_run })).warnings;
    expect(await warnings(gephi('ab', 'bc'))).toEqual([]);
    expect(await warnings(gephi('ab', 'bc'))).toEqual([]);
    const told = ['edges that have other ends than before (2)'];
    expect(await warnings(gephi('cd', 'da', 'db'), true)).toEqual(told);
    expect(await warnings(gephi('cd', 'da', 'db'))).toEqual(told);
  });

  const nodeLink = (nodes: readonly (string | number)[], links: readonly (readonly [unknown, unknown])[]) =>
    JSON.stringify({
      ...{ directed: false, multigraph: false, graph: [], nodes: nodes.map((id) => ({ id })) },
      links: links.map(([source, target]) => ({ source, target })),
    });

  it.each([
    [['k', 'l'], [[0, 1]]],
    [
      [1, 2, 3],
      [
        [0, 1],
        [1, 2],
      ],
    ],
  ] as const)(
    'are no places in the list of nodes, as NetworkX 1 wrote them into node-link: %j',
    async (nodes, links) => {
      const { error_code, errors } = await files.tried(await files.version(), nodeLink(nodes, links));
      expect([error_code, errors[0]?.code]).toEqual(['content_invalid', 'node_missing']);
    },
  );

  it.each([
    [['k'], [['k', 'l']], 2],
    [[1, 2], [['1', 2]], 2],
    [[], [[7, 8]], 2],
  ] as const)('may stand in edges of node-link alone: %j', async (nodes, links, created) => {
    const report = await files.imported(await files.version(), nodeLink(nodes, links));
    expect(report).toMatchObject({ nodes_created: created, edges_created: 1 });
  });
});
