import type { CanvasEvent, WorkflowGraphInput } from '@cairn/contracts';
import { isRefusal } from '@cairn/kernel';
import { stateAfter } from '@cairn/kernel/testkit';
import {
  A,
  AB,
  ADA,
  B,
  C,
  canvasStream,
  chain,
  connected,
  created,
  deleted,
  edge,
  graphChanged,
  idOf,
  MODEL,
  node,
  saving,
  updated,
} from '../../testing/canvas.js';
import { entitiesOf, savedParts } from './entities.js';
import { placedIds, pointersTo, setGraph } from './set-graph.js';
import { canvasAfter } from './state.js';

const model = { entity_type: 'model', entity_id: MODEL, entity_version_id: '' } as const;
const dataset = { entity_type: 'dataset', entity_id: idOf('dataset'), entity_version_id: C } as const;
const before = stateAfter(canvasStream, [created(node(A, model)), created(node(B)), ...chain.slice(2, 3)]);
const named = (...events: readonly CanvasEvent[]) => {
  const after = events.reduce(canvasAfter, before);
  return entitiesOf(
    after,
    savedParts(before.nodes, after.nodes).map(({ id }) => id),
  );
};
const ofA = { node_id: A, ...model };

describe('the entities that are named by what is saved', () => {
  it('are those of nodes that are new, restored, or changed in any way', () => {
    expect(named(created(node(idOf('new'), dataset)))).toEqual([{ node_id: idOf('new'), ...dataset }]);
    expect(named(updated(A, { name: 'x' }))).toEqual([ofA]);
    expect(named(updated(A, { entity_version_id: C }))).toEqual([{ ...ofA, entity_version_id: C }]);
    expect(named(updated(B, dataset))).toEqual([{ node_id: B, ...dataset }]);
    const all = graphChanged({
      nodes: [node(idOf('new'), model)],
      restored_nodes: [node(idOf('old'), dataset)],
      changed_nodes: [{ id: A, changes: { position: '' }, user_id: ADA }],
    });
    expect(new Set(named(all).map(({ node_id }) => node_id))).toEqual(new Set([idOf('new'), idOf('old'), A]));
  });
  it('are none of nodes that name nothing, go, or stay as they are', () => {
    expect(
      named(
        created(node(idOf('new'))),
        created(node(idOf('half'), { entity_type: 'model' })),
        created(node(idOf('other'), { entity_id: MODEL })),
        updated(A, { entity_type: '' }),
        updated(idOf('nobody'), { name: 'x' }),
        deleted(A),
        connected(edge(AB, A, B)),
      ),
    ).toEqual([]);
  });
  it('stand where the body of a whole canvas has them', () => {
    const body: WorkflowGraphInput = {
      nodes: [{ id: B }, dataset, { id: A, name: 'x' }],
      edges: [{ begin_node_id: A, end_node_id: B }],
    };
    const decided = setGraph(before, body, saving());
    if (isRefusal(decided)) throw new Error(decided.detail);
    const pointerOf = pointersTo(placedIds(before, body, saving()));
    const pointers = named(...decided).map(({ node_id }) => pointerOf(node_id));
    expect(pointers.sort()).toEqual(['/nodes/1', '/nodes/2']);
    expect(pointerOf(saving().edgeId(0))).toBe('/edges/0');
    expect(pointerOf(idOf('nobody'))).toBe('');
  });
});
