import type { CanvasEvent } from '@cairn/contracts';
import { differenceOf } from './difference.js';
import type { PlacedIds } from './set-graph.js';
import { type Canvas, type KnownNode, partOf } from './state.js';

/** What a node that is saved anew works with: who saves it must be allowed to use it (decision 24). */
export interface NamedEntity {
  /** Leads to the node in the body: `/nodes/3`, or empty where the body is the node. */
  readonly pointer: string;
  readonly node_id: string;
  readonly entity_type: Exclude<KnownNode['entity_type'], ''>;
  readonly entity_id: string;
  /** Empty: the active one. */
  readonly entity_version_id: string;
}

/**
 * The entities of nodes that these events save anew: new ones, restored ones, those that are changed in any way. Nodes
 * without a type or an id name nothing. `pointerOf` leads to a node in the body.
 */
export const entitiesNamedBy = (
  before: Canvas,
  events: readonly CanvasEvent[],
  pointerOf: (nodeId: string) => string = () => '',
): readonly NamedEntity[] =>
  events
    .flatMap((event) => savedBy(event, before))
    .flatMap(({ id, entity_type, entity_id, entity_version_id }) =>
      entity_type === '' || entity_id === ''
        ? []
        : [{ pointer: pointerOf(id), node_id: id, entity_type, entity_id, entity_version_id }],
    );

const savedBy = (event: CanvasEvent, { nodes: before }: Canvas): readonly KnownNode[] => {
  const { nodes, restored_nodes, changed_nodes } = differenceOf(event);
  const changed = changed_nodes.flatMap(({ id, changes }) => {
    const node = partOf(before, id);
    return node === undefined ? [] : [{ ...node, ...changes }];
  });
  return [...nodes, ...restored_nodes, ...changed];
};

/** Leads to nodes in the body of a whole canvas. */
export const pointersTo = ({ nodes }: PlacedIds): ((nodeId: string) => string) => {
  const pointers = new Map(nodes.map((id, place) => [id, `/nodes/${place}`]));
  return (nodeId) => pointers.get(nodeId) ?? '';
};
