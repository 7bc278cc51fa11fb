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
import { entitiesNamedBy, pointersTo } from './entities.js';
import { placedIds, setGraph } from './set-graph.js';

const model = { entity_type: 'model', entity_id: MODEL, entity_version_id: '' } as const;
const dataset = { entity_type: 'dataset', entity_id: idOf('dataset'), entity_version_id: C } as const;
const before = stateAfter(canvasStream, [created(node(A, model)), created(node(B)), ...chain.slice(2, 3)]);
const named = (...events: readonly CanvasEvent[]) => entitiesNamedBy(before, events);
const ofA = { pointer: '', node_id: A, ...model };

describe('the entities that are named by what is saved', () => {
  it('are those of nodes that are new, restored, or changed in any way', () => {
    expect(named(created(node(idOf('new'), dataset)))).toEqual([
      { pointer: '', node_id: idOf('new'), ...dataset },
    ]);
    expect(named(updated(A, { name: 'x' }))).toEqual([ofA]);
    expect(named(updated(A, { entity_version_id: C }))).toEqual([{ ...ofA, entity_version_id: C }]);
    expect(named(updated(B, dataset))).toEqual([{ pointer: '', node_id: B, ...dataset }]);
    const all = graphChanged({
      nodes: [node(idOf('new'), model)],
      restored_nodes: [node(idOf('old'), dataset)],
      changed_nodes: [{ id: A, changes: { position: '' }, user_id: ADA }],
    });
    expect(named(all).map(({ node_id }) => node_id)).toEqual([idOf('new'), idOf('old'), A]);
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
    const body: WorkflowGraphInput = { nodes: [{ id: B }, dataset, { id: A, name: 'x' }], edges: [] };
    const decided = setGraph(before, body, saving());
    if (isRefusal(decided)) throw new Error(decided.detail);
    const pointerOf = pointersTo(placedIds(before, body, saving()));
    expect(entitiesNamedBy(before, decided, pointerOf).map(({ pointer }) => pointer)).toEqual([
      '/nodes/1',
      '/nodes/2',
    ]);
  });
});
