import { graphCommands } from '@cairn/contracts';
import { readWhole, type Whole } from '../../formats/testing/reading.js';
import { graphNodes } from '../../read-models/content/queries.js';
import type { VersionPath } from '../../testing/content-under-test.js';
import { FilesUnderTest } from '../../testing/files-under-test.js';

const native = (graph: object): string =>
  JSON.stringify({ options: { type: 'directed', multi: true }, ...graph });
const node = (key: string, more: object = {}) => ({ key, attributes: {}, ...more });
const gexf = (color: string) => ({ gexf: { children: [['viz:color', { hex: color }]] } });

describe('what an import keeps', () => {
  let files: FilesUnderTest;
  let path: VersionPath;
  beforeAll(async () => {
    files = await FilesUnderTest.start();
  });
  afterAll(() => files.stop());
  beforeEach(async () => {
    path = await files.version();
  });

  const exported = async (at?: string): Promise<Whole> =>
    readWhole((await files.exported(path, 'json', 'graphology', at)).text);
  const nodesNow = async () => Object.fromEntries((await exported()).nodes.map((one) => [one.uid, one]));
  const factsNow = async () => (await exported()).facts;

  it('of a node stays, format by format, where a file says nothing, and is set where it does', async () => {
    await files.imported(
      path,
      native({
        nodes: [
          node('a', { parent: 'b', kept: { ...gexf('#f00'), graphml: { attributes: { x: '1' } } } }),
          node('b'),
        ],
        edges: [{ key: 'e', source: 'a', target: 'b', attributes: {}, kept: gexf('#0f0') }],
      }),
    );
    const more = native({ nodes: [node('a', { kept: gexf('#00f') })], edges: [] });
    expect(await files.imported(path, more)).toMatchObject({ nodes_updated: 1 });
    const { nodes, edges } = await exported();
    expect(nodes[0]).toMatchObject({
      ...{ uid: 'a', parent: 'b' },
      kept: { ...gexf('#00f'), graphml: { attributes: { x: '1' } } },
    });
    expect(edges).toMatchObject([{ uid: 'e', kept: gexf('#0f0') }]);
    expect(await files.imported(path, more)).toMatchObject({ nodes_unchanged: 1, nodes_updated: 0 });
  });

  it('is what the file says, and no more, when it replaces; its undo brings all of it back', async () => {
    const first = native({
      attributes: { title: 'one' },
      cairn: {
        declarations: [{ of: 'node', name: 'age', type: 'long' }],
        kept: { 'gexf.meta': ['meta', {}] },
      },
      nodes: [node('a', { parent: 'b', kept: gexf('#f00') }), node('b')],
      edges: [],
    });
    await files.imported(path, first);
    const before = await exported();
    const { job_id } = await files.imported(path, JSON.stringify({ nodes: [node('a')], edges: [] }), {
      mode: 'replace',
    });
    const after = await exported();
    expect(after.nodes).toEqual([{ kind: 'node', uid: 'a', labels: [], properties: {} }]);
    expect(after.facts.properties ?? {}).toEqual({});
    expect(after.facts.declarations).toBeUndefined();
    expect(await files.undone(path, job_id!)).toMatchObject({ status: 'completed' });
    expect(await exported()).toEqual(before);
    expect(before.nodes[0]).toMatchObject({ parent: 'b', kept: gexf('#f00') });
    expect(before.facts).toMatchObject({ properties: { title: 'one' }, kept: { 'gexf.meta': ['meta', {}] } });
  });

  it('stays when a request changes the node, and goes when a request replaces it; it can be undone', async () => {
    await files.imported(
      path,
      native({ nodes: [node('a', { parent: 'b', kept: gexf('#f00') }), node('b')], edges: [] }),
    );
    const put = (body: object, query: object) =>
      files.running.done(files.me, graphCommands.updateGraphNode, { ...path, node_uid: 'a', body, query });
    await put({ properties: { age: 1 } }, {});
    const whole = (await nodesNow())['a'];
    expect(whole).toMatchObject({ parent: 'b', kept: gexf('#f00'), properties: { age: 1 } });
    const { revision } = await put({ properties: { age: 1 } }, { replace: true });
    expect((await nodesNow())['a']).not.toHaveProperty('parent');
    expect((await nodesNow())['a']).not.toHaveProperty('kept');
    const undo = { ...path, body: { revision: Number(revision) }, query: {} };
    await files.running.done(files.me, graphCommands.undoGraphContent, undo);
    expect((await nodesNow())['a']).toEqual(whole);
  });

  it('is shown by requests as far as it is a parent, in the history too', async () => {
    await files.imported(path, native({ nodes: [node('a', { kept: gexf('#f00') }), node('b')], edges: [] }));
    await files.imported(path, native({ nodes: [node('a', { parent: 'b' })], edges: [] }));
    const context = files.running.reading(files.me);
    const of = { ...path, node_uid: 'a' };
    const { resource } = (await graphNodes.byUid(context, of))!;
    expect(resource).toMatchObject({ uid: 'a', parent: 'b' });
    expect(resource).not.toHaveProperty('kept');
    const history = await graphNodes.history(context, of, { limit: 10, sort: '-revision' });
    expect(history!.elements[0]!.changes).toMatchObject([{ path: '/parent' }]);
  });

  it('of the graph is merged: a declaration that comes again counts once, namespaces add up', async () => {
    const graph = (cairn: object): string => native({ cairn, nodes: [], edges: [] });
    const age = { of: 'node', name: 'age', type: 'long' };
    const width = { of: 'edge', name: 'width', type: 'double' };
    await files.imported(
      path,
      graph({
        declarations: [{ ...age, default: 1 }, width],
        kept: { 'graphml.namespaces': { 'xmlns:x': 'x' }, 'graphml.data': ['data', {}] },
      }),
    );
    const more = { declarations: [age], kept: { 'graphml.namespaces': { 'xmlns:y': 'y' } } };
    await files.imported(path, graph(more));
    expect(await factsNow()).toMatchObject({
      declarations: [age, width],
      kept: { 'graphml.namespaces': { 'xmlns:x': 'x', 'xmlns:y': 'y' }, 'graphml.data': ['data', {}] },
    });
    expect((await factsNow()).declarations![0]).not.toHaveProperty('default');
  });

  it('of the graph by several files is no more than one may say: such an import is refused', async () => {
    const declared = (from: number): string =>
      native({
        cairn: {
          declarations: Array.from({ length: 6_000 }, (_, at) => ({
            ...{ of: 'node', name: `p${from + at}`, type: 'string' },
          })),
        },
        nodes: [node('a')],
        edges: [],
      });
    await files.imported(path, declared(0));
    const refused = await files.tried(path, declared(6_000));
    expect(refused).toMatchObject({ status: 'failed', errors: [{ code: 'too_large' }] });
    expect(await factsNow()).toMatchObject({ declarations: { length: 6_000 } });
    expect(await files.imported(path, declared(6_000), { mode: 'replace' })).toMatchObject({ skipped: 0 });
  });

  it('of the graph is what it was at each moment, also of a file without nodes and edges', async () => {
    const of = (title: string): string =>
      native({ attributes: { title, ['x'.repeat(900)]: '😀'.repeat(400_000) }, nodes: [], edges: [] });
    const first = await files.imported(path, of('one'));
    const then = new Date().toISOString();
    await files.running.later(then);
    const second = await files.imported(path, of('two'));
    expect((await factsNow()).properties).toMatchObject({ title: 'two' });
    const { properties } = (await exported(then)).facts;
    expect(Object.values(properties!)).toEqual(['one', '😀'.repeat(400_000)]);
    const refused = await files.undone(path, first.job_id!);
    expect(refused).toMatchObject({ status: 'failed' });
    expect(JSON.stringify(refused)).toContain('what files say of the graph was changed since');
    await files.undone(path, second.job_id!);
    expect((await factsNow()).properties).toMatchObject({ title: 'one' });
    // What came later was undone: it is as the first import left it.
    expect(await files.undone(path, first.job_id!)).toMatchObject({ status: 'completed' });
    expect((await factsNow()).properties).toEqual({});
  });

  it('tells how many properties are null: they say that there is no value', async () => {
    const graph = native({
      nodes: [node('a', { attributes: { age: null, name: null, tags: [null] } })],
      edges: [{ source: 'a', target: 'a', attributes: { w: null } }],
    });
    expect(await files.imported(path, graph)).toMatchObject({ warnings: ['properties that are null (3)'] });
    expect((await exported()).nodes[0]!.properties).toEqual({ tags: [null] });
  });
});
