import { MOST_ELEMENTS } from '@cairn/contracts';
import { DecidedContent, edge, gone, node } from '../../testing/decided-content.js';

describe('changes of content', () => {
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
