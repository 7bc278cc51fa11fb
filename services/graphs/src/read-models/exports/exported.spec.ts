import { graphCommands } from '@cairn/contracts';
import { readWhole } from '../../formats/testing/reading.js';
import type { VersionPath } from '../../testing/content-under-test.js';
import { FilesUnderTest } from '../../testing/files-under-test.js';

const native = (graph: object): string =>
  JSON.stringify({ options: { type: 'directed', multi: true }, ...graph });
const node = (key: string, more: object = {}) => ({ key, attributes: {}, ...more });

describe('an export', () => {
  let files: FilesUnderTest;
  let path: VersionPath;
  beforeAll(async () => {
    files = await FilesUnderTest.start();
  });
  afterAll(() => files.stop());
  beforeEach(async () => {
    path = await files.version();
  });

  const nested = (...pairs: readonly (readonly [string, string | undefined])[]): string =>
    native({
      nodes: pairs.map(([uid, parent]) => node(uid, parent === undefined ? {} : { parent })),
      edges: [],
    });

  it('leaves out parents that are not there, or lie in their own nodes, and tells how many', async () => {
    await files.imported(path, nested(['a', 'b'], ['b', 'c'], ['c', undefined], ['d', 'gone'], ['e', 'c']));
    await files.imported(path, nested(['c', 'a']));
    const deleted = { ...path, node_uid: 'c' };
    const { text, notHeld } = await files.exported(path, 'gexf', '1.3');
    const back = await readWhole(text);
    expect(back.end).toMatchObject({ kind: 'end', nodes: 5 });
    expect(back.nodes.filter(({ parent }) => parent !== undefined)).toHaveLength(3);
    expect(notHeld).toEqual([
      { what: 'parents of nodes that are not there', count: 1 },
      { what: 'parents of nodes that lie in each other', count: 1 },
    ]);
    await files.running.done(files.me, graphCommands.deleteGraphNode, deleted);
    const later = await readWhole((await files.exported(path, 'graphml', 'graphml')).text);
    expect(later.nodes.map(({ uid, parent }) => `${uid} ${parent ?? ''}`).sort()).toEqual([
      'a b',
      'b ',
      'd ',
      'e ',
    ]);
  });

  it('leaves out what lies too deep for any reader, after several imports', async () => {
    const chain = (from: number, count: number) =>
      Array.from(
        { length: count },
        (_, at) => [`n${from + at}`, at === 0 ? undefined : `n${from + at - 1}`] as const,
      );
    await files.imported(path, nested(...chain(0, 800)));
    await files.imported(path, nested(...chain(800, 800)));
    await files.imported(path, nested(['n800', 'n799']));
    const { text, notHeld } = await files.exported(path, 'json', 'graphology');
    expect((await readWhole(text)).end).toMatchObject({ kind: 'end', nodes: 1_600 });
    expect(notHeld).toEqual([{ what: 'parents of nodes deeper than 1000', count: 1 }]);
  });

  it('says that edges are parallel when they are, whatever a file said', async () => {
    const simple = (...edges: readonly (readonly [string, string])[]): string =>
      JSON.stringify({
        ...{ directed: true, multigraph: false, nodes: [{ id: 'a' }, { id: 'b' }] },
        edges: edges.map(([source, target], at) => ({ id: `${source}${target}${at}`, source, target })),
      });
    const multigraph = async () => {
      const { text } = await files.exported(path, 'json', 'node-link');
      return (await readWhole(text)).facts.multigraph;
    };
    await files.imported(path, simple(['a', 'b'], ['b', 'a']));
    expect(await multigraph()).toBe(false);
    await files.imported(path, simple(['b', 'a'], ['a', 'b']));
    expect(await multigraph()).toBe(true);
  });
});
