import { elementLimits, MOST_ELEMENTS } from '@cairn/contracts';
import { limits } from '../../formats/limits.js';
import { type Changes, type PutMode, wantedBy } from './changing.js';
import type { ElementRules } from './rules.js';
import { DecidedContent, edge, gone, node } from '../../testing/decided-content.js';

const { propertiesPerElement } = elementLimits;
const properties = (count: number, prefix: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, index]));

describe('changes of content', () => {
  describe('an element grows no further, change by change, than one may be', () => {
    const large = 'x'.repeat(limits.elementCharacters / 2);
    it.each<[string, string, object, object]>([
      ['too_many_properties', '/properties', properties(propertiesPerElement, 'p'), properties(1, 'q')],
      ['too_large', '', { p: large }, { q: large }],
    ])('%s', (code, pointer, first, more) => {
      for (const put of [node('a'), edge('e', 'a', 'a')]) {
        const kind = put.uid === 'a' ? 'nodes' : 'edges';
        const change = (sent: object) =>
          content.change({ [kind]: [{ ...put, sent: { ...put.sent, properties: sent } }] });
        const content = new DecidedContent();
        content.change({ nodes: [node('a')] });
        expect(change(first)).toMatchObject({ flaws: [], data: { [kind]: [{ uid: put.uid }] } });
        const refused = change(more);
        expect(refused).toMatchObject({ flaws: [{ code, pointer: `/${put.uid}${pointer}` }] });
        expect(refused.data).toBeUndefined();
        // What goes makes room.
        expect(change({ p: null, p0: null, ...more }).flaws).toEqual([]);
      }
    });
  });

  it('edges between two nodes that are deleted at once count once', () => {
    const content = new DecidedContent();
    content.change({ nodes: [node('a'), node('b'), node('c')] });
    const edges = Array.from({ length: MOST_ELEMENTS }, (_, index) => edge(`e${index}`, 'a', 'b'));
    content.change({ edges });
    const { flaws, data } = content.change({ deletedNodes: gone('a', 'b', 'c') });
    expect(flaws).toEqual([]);
    expect(data?.total).toEqual({ nodes: 0, edges: 0, self_loops: 0 });
  });

  describe('what is wrong is told with its place, and the others are made', () => {
    const put = (uid: string, mode: PutMode, sent: object = {}) => ({
      uid,
      mode,
      sent,
      pointer: `/nodes/${uid}`,
    });
    it.each<[string, Partial<Changes>, readonly string[]]>([
      ['a uid that is taken', { nodes: [put('a', 'create')] }, ['/nodes/a/uid uid_taken']],
      ['none that is changed', { nodes: [put('x', 'change')] }, ['/nodes/x not_found']],
      ['none that is replaced', { nodes: [put('x', 'replace')] }, ['/nodes/x not_found']],
      [
        'none that is deleted',
        { deletedNodes: gone('x'), deletedEdges: gone('y') },
        ['/y not_found', '/x not_found'],
      ],
      [
        'a node that is named twice',
        { nodes: [node('x'), put('x', 'merge')] },
        ['/nodes/x/uid uid_repeated'],
      ],
      [
        'a node that is deleted and put',
        { deletedNodes: gone('b'), nodes: [node('b')] },
        ['/b/uid uid_repeated'],
      ],
      ['an edge without ends', { edges: [{ ...edge('x', '', ''), sent: {} }] }, ['/x required']],
      [
        'ends that are not there, or go at the same time',
        { deletedNodes: gone('b'), edges: [edge('x', 'b', 'nobody')] },
        ['/x/source node_missing', '/x/target node_missing'],
      ],
    ])('%s', (_, changes, expected) => {
      const content = new DecidedContent();
      content.change({ nodes: [node('a'), node('b')], edges: [edge('ab', 'a', 'b')] });
      const { flaws, data } = content.change({
        ...changes,
        nodes: [...(changes.nodes ?? []), node('beside')],
      });
      expect(flaws.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual(expected);
      expect(data?.nodes?.map(({ uid }) => uid)).toContain('beside');
    });

    it('a node and an edge of the same uid are two', () => {
      const content = new DecidedContent();
      expect(content.change({ nodes: [node('x')], edges: [edge('x', 'x', 'x')] }).flaws).toEqual([]);
    });

    it('what the rules say of an element, with the labels of the ends of an edge', () => {
      const rules: ElementRules = {
        nodeFlaws: ({ labels }) =>
          labels.includes('Bad') ? [{ pointer: '/labels', code: 'bad', message: '' }] : [],
        edgeFlaws: ({ type }, { source, target }) => [
          { pointer: '/type', code: `${source.join()} ${type} ${target.join()}`, message: '' },
        ],
      };
      const content = new DecidedContent();
      const bird = node('bird', { labels: ['Bird'] });
      const change = { nodes: [bird, node('fish', { labels: ['Fish'] }), node('bad', { labels: ['Bad'] })] };
      const edges = [edge('e', 'bird', 'fish', { type: 'EATS' }), edge('f', 'bird', 'bad')];
      const { flaws, data } = content.change({ ...change, edges }, { rules });
      expect(flaws.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([
        '/bad/labels bad',
        '/e/type Bird EATS Fish',
        '/f/target node_missing',
      ]);
      expect(data?.total).toEqual({ nodes: 2, edges: 0, self_loops: 0 });
    });
  });

  it('knows which elements it needs', () => {
    const { nodes, edges, edgesOf, endsOf } = wantedBy({
      nodes: [node('n')],
      edges: [edge('e', 'a', 'b'), { ...edge('f', '', ''), sent: { target: 'c' } }],
      deletedNodes: gone('d'),
      deletedEdges: gone('g'),
    });
    expect([nodes, edges, edgesOf, endsOf].map((each) => [...each].sort().join())).toEqual([
      'a,b,c,d,n',
      'e,f,g',
      'd',
      'f',
    ]);
  });
});
