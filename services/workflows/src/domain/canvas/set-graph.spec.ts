import type { WorkflowGraphInput } from '@cairn/contracts';
import { given } from '@cairn/kernel/testkit';
import {
  A,
  AB,
  ADA,
  B,
  BC,
  BOB,
  C,
  canvasStream,
  chain,
  chainBody,
  created,
  deleted,
  edge,
  graphChanged,
  idOf,
  node,
  saving,
} from '../../testing/canvas.js';
import { placedIds, setGraph } from './set-graph.js';
import { EMPTY_CANVAS } from './state.js';

const there = given(canvasStream, chain);
const set = (body: WorkflowGraphInput, before = there) =>
  before.when((canvas) => setGraph(canvas, body, saving(BOB)));
const [N0, N1, N3, E0] = [idOf('node 0'), idOf('node 1'), idOf('node 3'), idOf('edge 0')];
const by = { user_id: BOB };

describe('a whole canvas', () => {
  it('is told in one event, with new ids where the version has none, edges by the ids of the body', () => {
    const body: WorkflowGraphInput = {
      nodes: [{ id: 'first', name: 'one' }, { id: '__proto__' }, {}],
      edges: [{ id: 'e', begin_node_id: 'first', end_node_id: '__proto__', edge_type: 'context' }],
    };
    set(body, given(canvasStream, [])).then(
      graphChanged({
        nodes: [node(N0, { name: 'one', ...by }), node(N1, by), node(idOf('node 2'), by)],
        edges: [edge(E0, N0, N1, { edge_type: 'context', ...by })],
      }),
    );
    expect(placedIds(EMPTY_CANVAS, body, saving())).toEqual({ nodes: [N0, N1, idOf('node 2')], edges: [E0] });
  });
  it('tells only what differs, and nothing where nothing does', () => {
    set(chainBody).thenNothing();
    set({
      nodes: [{ id: A, name: 'first', timeout: 0 }, { id: B }, { id: C, name: '' }, { id: 'new' }],
      edges: [
        { id: AB, begin_node_id: A, end_node_id: C },
        { begin_node_id: C, end_node_id: 'new' },
      ],
    }).then(
      graphChanged({
        nodes: [node(N3, by)],
        changed_nodes: [{ id: A, changes: { name: 'first' }, ...by }],
        edges: [edge(idOf('edge 1'), C, N3, by)],
        changed_edges: [{ id: AB, changes: { end_node_id: C }, ...by }],
        removed_edge_ids: [BC],
      }),
    );
    set({ nodes: [], edges: [] }).then(
      graphChanged({ removed_node_ids: [A, B, C], removed_edge_ids: [AB, BC] }),
    );
  });
  it('leaves fields as they are that it does not say', () => {
    const named = given(canvasStream, [created(node(A, { name: 'a', config: '{}', on_failure: 'skip' }))]);
    set({ nodes: [{ id: A, timeout: 5 }], edges: [] }, named).then(
      graphChanged({ changed_nodes: [{ id: A, changes: { timeout: 5 }, ...by }] }),
    );
  });
  it('makes what was deleted anew', () => {
    const without = given(canvasStream, [...chain, deleted(C, [BC])]);
    set(chainBody, without).then(
      graphChanged({
        nodes: [node(idOf('node 2'), by)],
        edges: [edge(idOf('edge 1'), B, idOf('node 2'), by)],
      }),
    );
  });
  it('has edges between nodes of the body alone', () => {
    const [first] = chainBody.edges;
    set({ ...chainBody, nodes: [{ id: A }, { id: B }] }).thenRefused('foreign_node', [
      '/edges/1/end_node_id',
    ]);
    set({ nodes: [{}, {}], edges: [{ begin_node_id: '', end_node_id: A }] }).thenRefused('foreign_node', [
      '/edges/0/begin_node_id',
      '/edges/0/end_node_id',
    ]);
    set({ nodes: [{ id: '' }], edges: [{ begin_node_id: N0, end_node_id: N0 }] }).thenRefused(
      'foreign_node',
      ['/edges/0/begin_node_id', '/edges/0/end_node_id'],
    );
    set({ ...chainBody, edges: [first!, { id: BC, begin_node_id: B, end_node_id: AB }] }).thenRefused(
      'foreign_node',
      ['/edges/1/end_node_id'],
    );
  });
  it('has nothing twice', () => {
    const nodes = (...ids: string[]) => ({ nodes: ids.map((id) => ({ id })), edges: [] });
    set(nodes(A, 'x', A)).thenRefused('invalid_body', ['/nodes/2/id']);
    set(nodes('x', 'y', 'x')).thenRefused('invalid_body', ['/nodes/2/id']);
    set({ ...chainBody, edges: [chainBody.edges[0]!, chainBody.edges[0]!] }).thenRefused('invalid_body', [
      '/edges/1/id',
    ]);
    set(nodes('', ''), given(canvasStream, [])).then(graphChanged({ nodes: [node(N0, by), node(N1, by)] }));
  });
  it('is refused where one of its nodes is', () => {
    const second = (fields: object) => set({ nodes: [{}, fields], edges: [] });
    second({ position: '[]' }).thenRefused('invalid_body', ['/nodes/1/position']);
    second({ config: 'no' }).thenRefused('invalid_body', ['/nodes/1/config']);
    second({ config: { password: 'x' } }).thenRefused('use_secret', ['/nodes/1/config/password']);
  });
  it('drops what is the server’s to say', () => {
    const { nodes, edges } = chainBody;
    const others = { user_id: ADA, version_id: A, created_at: 'x', entity_name: 'n' };
    set({ nodes: nodes.map((each) => ({ ...each, ...others })), edges }).thenNothing();
  });
});
