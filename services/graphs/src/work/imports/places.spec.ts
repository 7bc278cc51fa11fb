import { FilesUnderTest } from '../../testing/files-under-test.js';

describe('an import of node-link', () => {
  let files: FilesUnderTest;
  beforeAll(async () => {
    files = await FilesUnderTest.start();
  });
  afterAll(() => files.stop());

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
    'that names nodes by their places, as NetworkX 1 wrote it, is refused: %j',
    async (nodes, links) => {
      const { error_code, errors } = await files.tried(await files.version(), nodeLink(nodes, links));
      expect([error_code, errors[0]?.code]).toEqual(['content_invalid', 'node_missing']);
    },
  );

  it.each([
    [['k'], [['k', 'l']], 2],
    [[1, 2], [['1', 2]], 2],
    [[], [[7, 8]], 2],
  ] as const)('may name nodes in edges alone, by their ids: %j', async (nodes, links, created) => {
    const report = await files.imported(await files.version(), nodeLink(nodes, links));
    expect(report).toMatchObject({ nodes_created: created, edges_created: 1 });
  });
});
