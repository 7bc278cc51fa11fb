import { elementLimits, MOST_ELEMENTS } from '@cairn/contracts';
import { limits } from '../../formats/limits.js';
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
});
