import { AB, ADA, connected, edge, idOf, largeCanvas, MODEL, updated } from '../../testing/canvas.js';
import { MOST_NODES } from './bounds.js';
import { changedNeeds, flowChange } from './changed-needs.js';
import { edgeNeeds, edgesNeeding } from './edge-needs.js';
import { updateNode } from './nodes.js';
import { problemsAfter } from './problems.js';
import { canvasAfter } from './state.js';

/** The best of several: the machine does other things too. */
const fastestMs = (act: () => unknown): number =>
  Math.min(
    ...Array.from({ length: 9 }, () => {
      const began = performance.now();
      act();
      return performance.now() - began;
    }),
  );

describe('a canvas of 10,000 nodes and 20,000 edges', () => {
  const large = largeCanvas(MOST_NODES);

  it('is looked at in tens of milliseconds, whatever is changed of it', () => {
    expect(fastestMs(() => problemsAfter(large, large))).toBeLessThan(100);
    const move = () => updateNode(large, idOf('node 5000'), { position: { x: 1, y: 1 } }, ADA);
    expect(fastestMs(move)).toBeLessThan(150);
  });
  it('takes a time that grows no faster than it', () => {
    const small = largeCanvas(MOST_NODES / 10);
    const ratio = fastestMs(() => problemsAfter(large, large)) / fastestMs(() => problemsAfter(small, small));
    expect(ratio).toBeLessThan(40);
  });
  it('is asked about in tens of milliseconds: by who changes a node, draws an edge, or looks at all', () => {
    const id = idOf('node 5000');
    const named = canvasAfter(large, updated(id, { entity_type: 'model', entity_id: MODEL }));
    const wired = canvasAfter(large, connected(edge(AB, idOf('node 0'), id)));
    const all = Object.keys(large.edges);
    for (const after of [named, wired])
      expect(fastestMs(() => changedNeeds(flowChange(large, after)!))).toBeLessThan(100);
    expect(fastestMs(() => edgeNeeds(large, all))).toBeLessThan(100);
    const unusable = new Map([[ADA, new Set(Object.keys(large.nodes))]]);
    expect(fastestMs(() => edgesNeeding(large, all, unusable))).toBeLessThan(100);
  });
});
