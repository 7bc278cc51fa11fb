import { againIn, canvasOf } from './retrying.js';
import { failureRule, planOf } from './plan.js';
import { ambiguousOf, notYetOf, wronglySetOf } from './problems.js';
import type { KnownEdge, KnownNode } from '../canvas/state.js';
import type { KnownFact } from './state.js';

const node = (id: string, more: Partial<KnownNode> = {}): KnownNode => ({
  ...{ id, name: id, description: '', entity_type: '', entity_id: '', entity_version_id: '' },
  ...{ config: '', position: '', timeout: 0, on_failure: 'stop', user_id: 'ada' },
  ...more,
});
const edge = (begin_node_id: string, end_node_id: string, more: Partial<KnownEdge> = {}): KnownEdge => ({
  id: `${begin_node_id} ${end_node_id}`,
  ...{ name: '', description: '', begin_node_id, end_node_id, edge_type: 'data', user_id: 'ada' },
  ...more,
});
const canvas = (nodes: readonly KnownNode[], edges: readonly KnownEdge[]) => ({
  nodes: Object.fromEntries(nodes.map((each) => [each.id, each])),
  edges: Object.fromEntries(edges.map((each) => [each.id, each])),
});
const plan = (...its: Parameters<typeof canvas>) => planOf(canvas(...its), () => 'v');

describe('the plan of a canvas', () => {
  it.each([
    ['stop', 'stop', 0],
    ['continue', 'continue', 0],
    ['skip', 'skip', 0],
    ['retry', 'stop', 3],
    ['retry:7', 'stop', 7],
    ['retry:999999999', 'stop', 20],
  ])('takes %s for %s after %i retries', (onFailure, rule, retries) => {
    expect(failureRule(onFailure)).toEqual({ onFailure: rule, retries });
  });

  it('knows where data come from, each once, and which nodes are last', () => {
    const { inputs, isLast, nodes } = plan(
      [node('a'), node('b'), node('c', { entity_type: 'model', entity_id: 'm' })],
      [
        edge('a', 'b'),
        edge('a', 'b', { id: 'again', user_id: 'ben' }),
        edge('b', 'c', { edge_type: 'context' }),
      ],
    );
    expect(inputs).toEqual([[], [0], []]);
    expect(isLast).toEqual([false, true, true]);
    expect(nodes.map(({ kind, version_id }) => [kind, version_id])).toEqual([
      ['pass', ''],
      ['pass', ''],
      ['model', 'v'],
    ]);
  });

  it('tells what cannot be executed yet, an entry for each node and edge', () => {
    const its = canvas(
      [
        node('data', { entity_type: 'dataset', entity_id: 'd' }),
        node('when', { config: '{"when":"true"}' }),
        node('fine', { config: '{"threshold":0.5,"top":2,"folder":"inbox"}' }),
      ],
      [edge('data', 'when', { edge_type: 'context' })],
    );
    expect(notYetOf(its).map(({ node_ids, edge_id }) => node_ids?.[0] ?? edge_id)).toEqual([
      ...['data', 'when'],
      'data when',
    ]);
    expect(wronglySetOf(its)).toEqual([]);
  });

  it.each(['{"threshold":"high"}', '{"threshold":1.5}', '{"top":0}', '{"top":1.5}'])(
    'finds %s wrong',
    (config) => {
      expect(wronglySetOf(canvas([node('a', { config })], []))).toMatchObject([
        { code: 'node_config_invalid', node_ids: ['a'] },
      ]);
    },
  );

  it('wants names, each another one, of nodes that lead to the same node', () => {
    const [a, b] = [node('a', { name: 'same' }), node('b', { name: 'same' })];
    const edges = [edge('a', 'c'), edge('b', 'c')];
    expect(ambiguousOf(plan([a, b, node('c')], edges))).toMatchObject([
      { code: 'name_ambiguous', node_ids: ['c'] },
    ]);
    expect(ambiguousOf(plan([a, node('b', { name: '' }), node('c')], edges))).toHaveLength(1);
    expect(ambiguousOf(plan([a, node('b'), node('c')], edges))).toEqual([]);
  });
});

describe('a retry', () => {
  const its = plan(
    ['a', 'b', 'c', 'd', 'e'].map((id) => node(id)),
    [edge('a', 'b'), edge('b', 'd'), edge('c', 'd'), edge('d', 'e')],
  );
  const facts = (statuses: Readonly<Record<string, KnownFact['status']>>) =>
    Object.fromEntries(
      Object.entries(statuses).map(([node_id, status]) => [node_id, { node_id, status, attempt: 1 }]),
    );

  it('does again what has not completed, and all that depends on it, completed or not', () => {
    const known = facts({ a: 'completed', b: 'failed', c: 'completed', d: 'completed' });
    expect(againIn(its, known, new Set())).toEqual(['b', 'd', 'e']);
  });

  it('does again what is changed, and what depends on it', () => {
    const known = facts({ a: 'completed', b: 'completed', c: 'completed', d: 'failed' });
    expect(againIn(its, known, new Set(['c']))).toEqual(['c', 'd', 'e']);
  });

  it('takes settings for those of who executes', () => {
    const drawn = canvas([node('a', { user_id: 'owner' }), node('b', { user_id: 'owner' })], []);
    const changed = canvasOf(drawn, { changes: { a: { timeout: 5 }, gone: { timeout: 1 } }, user_id: 'ada' });
    expect(changed.nodes['a']).toMatchObject({ timeout: 5, user_id: 'ada', on_failure: 'stop' });
    expect(changed.nodes['b']).toBe(drawn.nodes['b']);
    expect(Object.keys(changed.nodes)).toEqual(['a', 'b']);
  });
});
