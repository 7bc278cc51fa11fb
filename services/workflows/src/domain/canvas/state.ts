import {
  type CanvasEvent,
  canvasStreamEvents,
  type DomainEvent,
  type EdgeRecord,
  type NodeRecord,
  type WorkflowProblem,
} from '@cairn/contracts';
import { differenceOf } from './difference.js';

export type KnownNode = NodeRecord;
export type KnownEdge = EdgeRecord;

/** By id. */
export type Parts<Part> = Readonly<Record<string, Part>>;

/**
 * The nodes and edges of a version that are there, and what is wrong with them. What is deleted is gone: who undoes a
 * deletion has the canvas of before. Records that an event leaves alone are the same objects afterwards.
 */
export interface Canvas {
  readonly nodes: Parts<KnownNode>;
  readonly edges: Parts<KnownEdge>;
  readonly problems: readonly WorkflowProblem[];
}

export const EMPTY_CANVAS: Canvas = { nodes: {}, edges: {}, problems: [] };

/** Whether an event of a version is one of its canvas. */
export const isOfCanvas = (event: DomainEvent): event is CanvasEvent =>
  Object.hasOwn(canvasStreamEvents, event.type);

/** The canvas after an event of it. */
export const canvasAfter = (canvas: Canvas, event: CanvasEvent): Canvas => {
  const difference = differenceOf(event);
  return {
    nodes: partsAfter(canvas.nodes, {
      put: [...difference.nodes, ...difference.restored_nodes],
      changed: difference.changed_nodes,
      removed: difference.removed_node_ids,
    }),
    edges: partsAfter(canvas.edges, {
      put: [...difference.edges, ...difference.restored_edges],
      changed: difference.changed_edges,
      removed: difference.removed_edge_ids,
    }),
    problems: event.data.problems ?? canvas.problems,
  };
};

interface Change<Part> {
  readonly id: string;
  readonly changes: Partial<Part>;
  readonly user_id: string;
}

interface PartsChange<Part> {
  readonly put: readonly Part[];
  readonly changed: readonly Change<Part>[];
  readonly removed: readonly string[];
}

const partsAfter = <Part extends { readonly id: string; readonly user_id: string }>(
  before: Parts<Part>,
  { put, changed, removed }: PartsChange<Part>,
): Parts<Part> => {
  if (put.length + changed.length + removed.length === 0) return before;
  const after: Record<string, Part> = removed.length === 0 ? { ...before } : without(before, removed);
  for (const { id, changes, user_id } of changed) {
    const part = partOf(after, id);
    if (part !== undefined) after[id] = { ...part, ...changes, user_id };
  }
  for (const part of put) after[part.id] = part;
  return after;
};

const without = <Part>(parts: Parts<Part>, removed: readonly string[]): Record<string, Part> => {
  const gone = new Set(removed);
  return Object.fromEntries(Object.entries(parts).filter(([id]) => !gone.has(id)));
};

/** The part of this id, which somebody may have made up. */
export const partOf = <Part>(parts: Parts<Part>, id: string): Part | undefined =>
  Object.hasOwn(parts, id) ? parts[id] : undefined;

/** Whether an edge has a node at both ends. */
export const isConnected = (
  nodes: Parts<KnownNode>,
  { begin_node_id, end_node_id }: Pick<KnownEdge, 'begin_node_id' | 'end_node_id'>,
): boolean => Object.hasOwn(nodes, begin_node_id) && Object.hasOwn(nodes, end_node_id);
