import { bird, birds, DecidedContent, edge, gone, node } from '../../testing/decided-content.js';
import type { Changes } from './changing.js';
import { anything, warning } from './rules.js';

const unique = birds.unique!;

describe('values of unique properties', () => {
  let content: DecidedContent;
  beforeEach(() => {
    content = new DecidedContent();
    put({ nodes: [bird('puffin', 1, { name: 'P' }), bird('gull', 2)] });
  });
  const put = (changes: Partial<Changes>) => content.change(changes, { rules: birds });
  const flawsOf = (changes: Partial<Changes>) =>
    put(changes).flaws.map(({ pointer, code }) => `${pointer} ${code}`);
  const rings = () =>
    Object.fromEntries([...content.loaded().nodes].map(([uid, { properties }]) => [uid, properties['ring']]));

  it('are refused when another node of the label has them, in the content or in the request', () => {
    expect(flawsOf({ nodes: [bird('tern', 1)] })).toEqual(['/tern/properties/ring not_unique']);
    expect(flawsOf({ nodes: [bird('tern', 3), bird('auk', 3), bird('skua', 3)] })).toEqual([
      '/auk/properties/ring not_unique',
      '/skua/properties/ring not_unique',
    ]);
    expect(flawsOf({ nodes: [bird('duck', 1, { name: 'P' })] })).toEqual([
      '/duck/properties/ring not_unique',
      '/duck/properties/name not_unique',
    ]);
    expect(rings()).toEqual({ puffin: 1, gull: 2, tern: 3 });
  });

  it('are those of a label: another one may have them, and gets them when the label comes', () => {
    const fish = node('cod', { labels: ['Fish'], properties: { length: 1, ring: 1 } });
    expect(flawsOf({ nodes: [fish] })).toEqual([]);
    expect(flawsOf({ nodes: [node('cod', { labels: ['Fish', 'Bird'] })] })).toEqual([
      '/cod/properties/ring not_unique',
    ]);
  });

  it('are exchanged in one change, and handed round', () => {
    expect(flawsOf({ nodes: [bird('puffin', 2), bird('gull', 1)] })).toEqual([]);
    expect(flawsOf({ nodes: [bird('puffin', 1), bird('gull', 3), bird('tern', 2)] })).toEqual([]);
    expect(rings()).toEqual({ puffin: 1, gull: 3, tern: 2 });
  });

  it('are free once their node is deleted, or has another one or none', () => {
    expect(flawsOf({ deletedNodes: gone('puffin'), nodes: [bird('tern', 1), bird('gull', 3)] })).toEqual([]);
    expect(flawsOf({ nodes: [bird('auk', 2), bird('gull', null)] })).toEqual([]);
    expect(flawsOf({ nodes: [bird('skua', 3)] })).toEqual([]);
  });

  it('a node that has its value already keeps it, whoever stands first in the request', () => {
    expect(flawsOf({ nodes: [bird('tern', 1), bird('puffin', 1, { name: 'Q' })] })).toEqual([
      '/tern/properties/ring not_unique',
    ]);
    expect(content.loaded().nodes.get('puffin')?.properties['name']).toBe('Q');
  });

  it('who is left out keeps its value, so that whoever was to get it is left out too, and its edges', () => {
    put({ nodes: [bird('tern', 3)] });
    const { flaws, data } = put({
      nodes: [bird('auk', 1), bird('puffin', 2), bird('gull', 3), bird('skua', 4)],
      edges: [edge('a', 'auk', 'gull'), edge('b', 'skua', 'gull')],
    });
    expect(flaws.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([
      '/gull/properties/ring not_unique',
      '/puffin/properties/ring not_unique',
      '/auk/properties/ring not_unique',
      '/a/source node_missing',
    ]);
    expect(data).toMatchObject({ nodes: [{ uid: 'skua' }], edges: [{ uid: 'b' }] });
    expect(rings()).toEqual({ puffin: 1, gull: 2, tern: 3, skua: 4 });
  });

  it('a node has a hundred of them at most', () => {
    const labels = Array.from({ length: 101 }, (_, index) => `L${index}`);
    const keysOf = (each: { readonly labels: readonly string[] }) =>
      each.labels.map((label) => ({ key: label, name: 'ring' }));
    const rules = { ...anything, unique: { digest: 'd', keysOf } };
    const codes = (some: readonly string[]) =>
      content.change({ nodes: [node('x', { labels: some })] }, { rules }).flaws.map(({ code }) => code);
    expect([codes(labels), codes(labels.slice(1))]).toEqual([['too_many_unique'], []]);
  });

  describe('an event tells the keys', () => {
    const keysOf = (uid: string) => unique.keysOf(content.loaded().nodes.get(uid)!).map(({ key }) => key);
    it('of its nodes, while those of the others are known', () => {
      const { data } = put({ nodes: [bird('tern', 3), bird('ringless', null)] });
      expect(data).toMatchObject({ keyed: unique.digest, keys: [{ uid: 'tern', keys: keysOf('tern') }] });
      expect(put({ edges: [edge('e', 'tern', 'gull')] }).data?.keyed).toBe(unique.digest);
      expect(put({ deletedNodes: gone('tern') }).data?.keyed).toBe(unique.digest);
    });

    it('of all nodes once, where nodes were put that had none', () => {
      const free = content.change({ nodes: [bird('tern', 1)] });
      expect([free.flaws, free.data?.keyed, free.data?.keys]).toEqual([[], undefined, undefined]);
      expect(content.change({ edges: [edge('e', 'tern', 'gull')] }).data?.keyed).toBeUndefined();
      const { data } = put({ nodes: [bird('auk', 5), bird('gull', 6)] });
      const others = ['puffin', 'tern'].map((uid) => ({
        ...{ uid, keys: keysOf(uid) },
        since: content.loaded().nodes.get(uid)!.since,
      }));
      expect(data?.keyed).toBe(unique.digest);
      expect(data?.keys).toEqual([...['auk', 'gull'].map((uid) => ({ uid, keys: keysOf(uid) })), ...others]);
      expect(put({ nodes: [bird('skua', 7)] }).data?.keys).toHaveLength(1);
    });
  });

  describe('an undo', () => {
    const undo = (revision: number) => {
      const { kept, data } = content.undo(revision, undefined, unique);
      return { kept: kept.map(({ element, uid, code }) => `${element} ${uid} ${code}`), data };
    };
    it('does not bring back a value that another node has since; the edges of that node stay away', () => {
      put({ edges: [edge('e', 'puffin', 'gull')] });
      put({ deletedNodes: gone('puffin', 'gull') });
      put({ nodes: [bird('tern', 1)] });
      expect(undo(2).kept).toEqual(['node puffin not_unique', 'edge e node_missing']);
      expect(rings()).toEqual({ tern: 1, gull: 2 });
    });

    it('brings it back when the node that has it goes by the same undo, and tells its keys', () => {
      put({ deletedNodes: gone('puffin'), nodes: [bird('tern', 1)] });
      const { kept, data } = undo(1);
      expect(kept).toEqual([]);
      expect(data).toMatchObject({ keyed: unique.digest, keys: [{ uid: 'puffin' }] });
      expect(rings()).toEqual({ puffin: 1, gull: 2 });
    });

    it('of values handed on keeps all that follow from one that is taken', () => {
      put({ nodes: [bird('puffin', 2), bird('gull', 3)] });
      put({ nodes: [bird('tern', 1)] });
      expect(undo(1).kept.toSorted()).toEqual(['node gull not_unique', 'node puffin not_unique']);
      expect(rings()).toEqual({ puffin: 2, gull: 3, tern: 1 });
    });
  });
});

describe('a schema that only warns', () => {
  const rules = warning(birds);
  it('counts the flaws of what is stored, and tells the first hundred', () => {
    const content = new DecidedContent();
    const nodes = Array.from({ length: 150 }, (_, index) => node(`n${index}`, { labels: ['Fish'] }));
    const { flaws, warned, data } = content.change({ nodes }, { rules });
    expect([flaws, data?.nodes?.length]).toEqual([[], 150]);
    expect([warned.count, warned.first.length]).toEqual([150, 100]);
    expect(warned.first[0]).toMatchObject({ pointer: '/n0/properties/length', code: 'property_missing' });
  });

  it('says nothing of what is refused for another reason, nor of values that are there twice', () => {
    const content = new DecidedContent();
    content.change({ nodes: [bird('a', 1)] }, { rules });
    const { flaws, warned } = content.change(
      { nodes: [bird('b', 1), { ...node('a', { labels: ['X'] }), mode: 'create' }] },
      { rules },
    );
    expect([flaws.map(({ code }) => code), warned]).toEqual([['uid_taken'], { count: 0, first: [] }]);
  });
});
