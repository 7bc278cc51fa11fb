import { isRefusal } from '@cairn/kernel';
import { A, AB, ADA, B, edge, graphChanged, idOf, node, saving } from '../../testing/canvas.js';
import { LARGEST_CANVAS_BYTES, LARGEST_TEXTS_BYTES, MOST_EDGES, MOST_NODES } from './bounds.js';
import { createEdge } from './edges.js';
import { createNode, updateNode } from './nodes.js';
import { setGraph } from './set-graph.js';
import { type Canvas, canvasAfter, EMPTY_CANVAS } from './state.js';
import { undone } from './undoing.js';

const nodes = (count: number, fields = {}) =>
  Array.from({ length: count }, (_, place) => node(idOf(`n${place}`), fields));
const edges = (count: number, fields = {}) =>
  Array.from({ length: count }, (_, place) => edge(idOf(`e${place}`), A, B, fields));
const ends = [node(A), node(B)];
const canvas = (difference: Parameters<typeof graphChanged>[0]) =>
  canvasAfter(EMPTY_CANVAS, graphChanged(difference));
const outcome = (decision: ReturnType<typeof createNode>) =>
  isRefusal(decision) ? decision.refused : decision.length;
const oneMore = (before: Canvas, body = {}) =>
  outcome(createNode(before, body, { id: idOf('new'), user_id: ADA }));

/** A text of JSON of so many bytes. */
const text = (bytes: number) => `"${'x'.repeat(bytes - 2)}"`;

describe('law 7: a canvas', () => {
  it('has a bounded number of nodes', () => {
    expect(oneMore(canvas({ nodes: nodes(MOST_NODES - 1) }))).toBe(1);
    expect(oneMore(canvas({ nodes: nodes(MOST_NODES) }))).toBe('canvas_too_large');
    const body = { nodes: nodes(MOST_NODES + 1), edges: [] };
    expect(outcome(setGraph(EMPTY_CANVAS, body, saving()))).toBe('canvas_too_large');
  });
  it('has a bounded number of edges', () => {
    const more = (before: Canvas) =>
      outcome(createEdge(before, { begin_node_id: A, end_node_id: B }, { id: AB, user_id: ADA }));
    expect(more(canvas({ nodes: ends, edges: edges(MOST_EDGES - 1) }))).toBe(1);
    expect(more(canvas({ nodes: ends, edges: edges(MOST_EDGES) }))).toBe('canvas_too_large');
    const body = { nodes: ends, edges: edges(MOST_EDGES + 1) };
    expect(outcome(setGraph(EMPTY_CANVAS, body, saving()))).toBe('canvas_too_large');
  });
  it('has bounded configs and positions, in bytes', () => {
    const position = '{"x":1,"y":2}';
    const half = LARGEST_TEXTS_BYTES / 2;
    const before = canvas({ nodes: [node(A, { config: text(half) }), node(B, { position })] });
    const change = (config: string) => outcome(updateNode(before, B, { config }, ADA));
    expect(change(text(half - position.length))).toBe(1);
    expect(change(text(half - position.length + 1))).toBe('canvas_too_large');
    expect(change(`"${'é'.repeat(half / 2)}"`)).toBe('canvas_too_large');
    expect(oneMore(before, { config: text(half) })).toBe('canvas_too_large');
  });
  it('is bounded as a whole, in bytes of JSON', () => {
    const made = node(idOf('new'));
    const size = (all: Pick<Canvas, 'nodes' | 'edges'>) =>
      JSON.stringify({ nodes: Object.values(all.nodes), edges: Object.values(all.edges) }).length;
    const empty = size(canvas({ nodes: [node(A)], edges: edges(1) })) + JSON.stringify(made).length + 1;
    const full = (bytes: number) =>
      canvas({ nodes: [node(A, { description: 'x'.repeat(bytes - empty) })], edges: edges(1) });
    expect(oneMore(full(LARGEST_CANVAS_BYTES - 2))).toBe(1);
    expect(oneMore(full(LARGEST_CANVAS_BYTES + 1))).toBe('canvas_too_large');
  });
  it('comes back by undoing no larger than it may be', () => {
    const large = node(A, { config: text(LARGEST_TEXTS_BYTES) });
    const before = canvas({ nodes: [large] });
    const current = canvas({ nodes: [node(B, { config: '{}' })] });
    expect(outcome(undone(before, EMPTY_CANVAS, current, ADA))).toBe('canvas_too_large');
    expect(outcome(undone(before, EMPTY_CANVAS, EMPTY_CANVAS, ADA))).toBe(1);
  });
});
