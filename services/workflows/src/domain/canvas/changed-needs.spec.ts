import {
  ADA,
  BOB,
  connected,
  edge,
  graphChanged,
  idOf,
  largeCanvas,
  node,
  updated,
} from '../../testing/canvas.js';
import { changedNeeds, flowChange, refusedEdges } from './changed-needs.js';
import { canvasAfter, type Canvas, EMPTY_CANVAS } from './state.js';

const model = (name: string) => ({ entity_type: 'model', entity_id: idOf(name) }) as const;
const NONE = { entity_type: '', entity_id: '' } as const;
const [X, Y, P, Q] = ['x', 'y', 'p', 'q'].map(idOf) as [string, string, string, string];
const [XP, PQ, QY] = ['xp', 'pq', 'qy'].map(idOf) as [string, string, string];
const nodes = [node(X, model('x')), node(Y, model('y')), node(P), node(Q)];
/** `x → p → q → y`: the first edge is Ada's, the others are Bob's. */
const before = canvasAfter(
  EMPTY_CANVAS,
  graphChanged({
    nodes,
    edges: [edge(XP, X, P), edge(PQ, P, Q, { user_id: BOB }), edge(QY, Q, Y, { user_id: BOB })],
  }),
);
type Event = Parameters<typeof canvasAfter>[1];
const changeOf = (event: Event, of: Canvas) => flowChange(of, canvasAfter(of, event));
const asked = (event: Event, of: Canvas = before) => {
  const change = changeOf(event, of);
  const needs = change === undefined ? [] : changedNeeds(change);
  return Object.fromEntries([...needs].map(([saver, ids]) => [saver, [...ids].sort()]));
};
const refused = (event: Event, saver: string, unusable: string, of: Canvas = before) =>
  refusedEdges(changeOf(event, of)!, saver, new Set([unusable])).map(({ edge: { id }, because }) => [
    id,
    because,
  ]);

describe('a change of a canvas', () => {
  it('asks nobody about edges whose nodes keep their entities', () => {
    expect(asked(updated(X, { name: 'other' }))).toEqual({});
    expect(asked(graphChanged({ nodes: [node(idOf('z'), model('z'))] }))).toEqual({});
    expect(asked(graphChanged({ removed_edge_ids: [XP] }))).toEqual({});
    expect(asked(updated(Y, NONE), canvasAfter(before, graphChanged({ removed_edge_ids: [QY] })))).toEqual(
      {},
    );
  });
  it('is looked at only when it saves edges, or gives a node that has some another entity', () => {
    expect(changeOf(updated(X, { name: 'other' }), before)).toBeUndefined();
    expect(changeOf(graphChanged({ nodes: [node(idOf('z'), model('z'))] }), before)).toBeUndefined();
    expect(changeOf(graphChanged({ removed_edge_ids: [XP] }), before)).toBeUndefined();
    expect(changeOf(updated(X, model('other')), before)).toBeDefined();
  });
  it('asks all that an edge needs of who saves it, whatever is changed of it', () => {
    expect(asked(connected(edge(idOf('yx'), Y, X)))).toEqual({ [ADA]: [X, Y].sort() });
    const renamed = graphChanged({ changed_edges: [{ id: QY, changes: { name: 'n' }, user_id: ADA }] });
    expect(asked(renamed)).toEqual({ [ADA]: [X, Y].sort() });
    const named = graphChanged({ changed_edges: [{ id: XP, changes: { name: 'n' }, user_id: ADA }] });
    expect(asked(named)).toEqual({ [ADA]: [X] });
  });
  it('asks who saved the edges that another entity reaches, about nothing else', () => {
    const other = updated(X, model('other'));
    expect(asked(other)).toEqual({ [ADA]: [X], [BOB]: [X] });
    expect(asked(updated(X, { entity_version_id: idOf('v') }))).toEqual({ [ADA]: [X], [BOB]: [X] });
    expect(refused(other, BOB, X)).toEqual([
      [PQ, { kind: 'node', id: X }],
      [QY, { kind: 'node', id: X }],
    ]);
    expect(asked(updated(Y, model('other')))).toEqual({ [BOB]: [Y] });
  });
  it('asks them when a pass node begins to stop what reaches it, and when a node becomes one', () => {
    const stopping = updated(Q, model('q'));
    expect(asked(stopping)).toEqual({ [BOB]: [Q] });
    const passing = canvasAfter(before, stopping);
    expect(asked(updated(Q, NONE), passing)).toEqual({ [BOB]: [X] });
    expect(refused(updated(Q, NONE), BOB, X, passing)).toEqual([
      [PQ, { kind: 'node', id: Q }],
      [QY, { kind: 'node', id: Q }],
    ]);
  });
  it('asks them when another edge leads to their pass nodes', () => {
    const drawing = connected(edge(idOf('yp'), Y, P));
    expect(asked(drawing)).toEqual({ [ADA]: [X, Y].sort(), [BOB]: [Y] });
    expect(refused(drawing, BOB, Y)).toEqual([
      [PQ, { kind: 'edge', id: idOf('yp') }],
      [QY, { kind: 'edge', id: idOf('yp') }],
    ]);
    expect(refused(drawing, ADA, Y)).toEqual([
      [XP, { kind: 'edge', id: idOf('yp') }],
      [idOf('yp'), { kind: 'saved', ends: ['begin_node_id'] }],
    ]);
  });
  it('tells which end of an edge stands for what may not be used', () => {
    expect(refused(connected(edge(idOf('qx'), Q, X)), ADA, X)).toEqual([
      [idOf('qx'), { kind: 'saved', ends: ['begin_node_id', 'end_node_id'] }],
    ]);
    expect(refused(connected(edge(idOf('yx'), Y, X)), ADA, X)).toEqual([
      [idOf('yx'), { kind: 'saved', ends: ['end_node_id'] }],
    ]);
    const [Z, zp] = [idOf('z'), idOf('zp')];
    const joining = graphChanged({ nodes: [node(Z, model('z'))], edges: [edge(zp, Z, P)] });
    expect(refused(joining, ADA, X)).toEqual([[zp, { kind: 'saved', ends: ['end_node_id'] }]]);
  });
  it('asks about what it touches alone on a large canvas', () => {
    const plain = largeCanvas(500);
    const large = canvasAfter(
      plain,
      graphChanged({
        changed_nodes: Object.keys(plain.nodes).map((id) => ({ id, changes: model(id), user_id: ADA })),
      }),
    );
    const id = idOf('node 250');
    expect(asked(updated(id, model('other'), BOB), large)).toEqual({ [ADA]: [id] });
  });
});
