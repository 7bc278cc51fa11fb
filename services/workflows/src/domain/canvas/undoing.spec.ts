import type { CanvasEvent } from '@cairn/contracts';
import { canvasStreamEvents as events } from '@cairn/contracts';
import { given, stateAfter } from '@cairn/kernel/testkit';
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
  connected,
  created,
  deleted,
  disconnected,
  edge,
  graphChanged,
  idOf,
  node,
  updated,
} from '../../testing/canvas.js';
import { undone } from './undoing.js';

/** Bob undoes the event of a revision. */
const undo = (all: readonly CanvasEvent[], revision: number) =>
  given(canvasStream, all).when((current) =>
    undone(
      stateAfter(canvasStream, all.slice(0, revision)),
      stateAfter(canvasStream, all.slice(0, revision + 1)),
      current,
      BOB,
    ),
  );
const next = chain.length;
const by = { user_id: BOB };

describe('undoing a change of a canvas', () => {
  it('sets fields of a node back, whatever else was changed of it since', () => {
    const renamed = updated(A, { name: 'a', timeout: 5 });
    const undoing = graphChanged({ changed_nodes: [{ id: A, changes: { name: '', timeout: 0 }, ...by }] });
    undo([...chain, renamed], next).then(undoing);
    undo([...chain, renamed, updated(A, { config: '{}' }), updated(B, { name: 'b' })], next).then(undoing);
    undo([...chain, renamed, updated(A, { name: 'z' })], next).thenRefused('not_revertible', [
      `/nodes/${A}/name`,
    ]);
    undo([...chain, renamed, deleted(A, [AB])], next).thenRefused('not_revertible', [`/nodes/${A}`]);
  });
  it('takes a new node away, when nothing hangs on it', () => {
    const made = created(node(idOf('new')));
    undo([...chain, made], next).then(graphChanged({ removed_node_ids: [idOf('new')] }));
    undo(chain, 0).thenRefused('not_revertible', [`/edges/${AB}`]);
    undo([...chain, made, updated(idOf('new'), { name: 'x' })], next).thenRefused('not_revertible', [
      `/nodes/${idOf('new')}`,
    ]);
    undo([...chain, made, deleted(idOf('new'))], next).thenRefused('not_revertible');
  });
  it('brings a node back with its edges, saved by who brings it', () => {
    const gone = deleted(B, [AB, BC]);
    undo([...chain, gone], next).then(
      graphChanged({
        restored_nodes: [node(B, by)],
        restored_edges: [edge(AB, A, B, by), edge(BC, B, C, by)],
      }),
    );
    undo([...chain, gone, deleted(C)], next).thenRefused('not_revertible', [`/edges/${BC}`]);
    const back = graphChanged({ restored_nodes: [node(B)] });
    undo([...chain, gone, back], next).thenRefused('not_revertible', [`/nodes/${B}`]);
  });
  it('does the same with edges', () => {
    undo(chain, 4).then(graphChanged({ removed_edge_ids: [BC] }));
    undo([...chain, disconnected(AB)], next).then(graphChanged({ restored_edges: [edge(AB, A, B, by)] }));
    const turned = events.WorkflowEdgeUpdated.of({ id: AB, changes: { end_node_id: C }, user_id: ADA });
    undo([...chain, turned], next).then(
      graphChanged({ changed_edges: [{ id: AB, changes: { end_node_id: B }, ...by }] }),
    );
    undo([...chain, turned, deleted(B, [BC])], next).thenRefused('not_revertible', [`/edges/${AB}`]);
  });
  it('undoes a whole canvas that was saved, and that undoing', () => {
    const saved = graphChanged({
      nodes: [node(idOf('new'))],
      changed_nodes: [{ id: A, changes: { name: 'a' }, user_id: ADA }],
      removed_node_ids: [C],
      edges: [edge(idOf('an'), A, idOf('new'))],
      removed_edge_ids: [BC],
    });
    const undoing = graphChanged({
      changed_nodes: [{ id: A, changes: { name: '' }, ...by }],
      restored_nodes: [node(C, by)],
      removed_node_ids: [idOf('new')],
      restored_edges: [edge(BC, B, C, by)],
      removed_edge_ids: [idOf('an')],
    });
    undo([...chain, saved], next).then(undoing);
    undo([...chain, saved, undoing], next + 1).then(
      graphChanged({
        changed_nodes: [{ id: A, changes: { name: 'a' }, ...by }],
        restored_nodes: [node(idOf('new'), by)],
        removed_node_ids: [C],
        restored_edges: [edge(idOf('an'), A, idOf('new'), by)],
        removed_edge_ids: [BC],
      }),
    );
  });
  it('tells what is wrong afterwards, and undoes no validation', () => {
    const unknown = {
      code: 'on_failure_unknown' as const,
      message: '"pray" is none of stop, continue, skip, retry and retry:N.',
      node_ids: [A],
    };
    const prayed = updated(A, { on_failure: 'pray' }, ADA, { problems: [unknown] });
    undo([...chain, prayed], next).then(
      graphChanged({
        changed_nodes: [{ id: A, changes: { on_failure: 'stop' }, ...by }],
        problems: [],
      }),
    );
    undo([...chain, events.WorkflowVersionValidated.of({ problems: [] })], next).thenNothing();
  });
  it('leaves edges as they are that were without a node already', () => {
    const dangling = connected(edge(idOf('old'), A, idOf('gone')));
    const all = [...chain, dangling, updated(C, { name: 'c' })];
    const problems = [
      {
        code: 'edge_dangling' as const,
        message: 'The edge begins or ends at a node that is not there.',
        edge_id: idOf('old'),
      },
    ];
    undo(all, next + 1).then(
      graphChanged({ changed_nodes: [{ id: C, changes: { name: '' }, ...by }], problems }),
    );
  });
});
