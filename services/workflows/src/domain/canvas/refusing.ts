import { type FieldError, type Refusal, refuse } from '@cairn/kernel';
import { type FlowChange, type RefusedEdge, refusedEdges } from './changed-needs.js';
import type { Needs } from './needs.js';

const MOST_TOLD = 100;

/** A change of a canvas, and what those whom it asks may not use. */
export interface Judged {
  readonly change: FlowChange | undefined;
  readonly userId: string;
  /** The nodes that it saves. */
  readonly savedNodes: ReadonlySet<string>;
  readonly unusable: Needs;
  /** Leads to a node or an edge in the body; empty where the body is it. */
  readonly pointerOf: (id: string) => string;
}

/** Why a change is refused: who makes it, or who saved an edge that it leads to, may not use what a node names. */
export const entitiesRefused = (judged: Judged): Refusal | undefined => {
  const errors = [...nodeErrors(judged), ...edgeErrors(judged)];
  return errors.length === 0
    ? undefined
    : refuse(
        'entity_unavailable',
        'A node names what you may not use, or an edge connects what its saver may not use.',
        errors.slice(0, MOST_TOLD),
      );
};

const errorAt = (pointer: string, message: string): FieldError => ({
  pointer,
  code: 'entity_unavailable',
  message,
});

const nodeErrors = ({ userId, savedNodes, unusable, pointerOf }: Judged): readonly FieldError[] =>
  [...savedNodes]
    .filter((id) => unusable.get(userId)?.has(id) === true)
    .map((id) => errorAt(`${pointerOf(id)}/entity_id`, 'names none that you may use'));

const edgeErrors = ({ change, userId, savedNodes, unusable, pointerOf }: Judged): readonly FieldError[] => {
  const errors: FieldError[] = [];
  if (change === undefined) return errors;
  for (const [saver, nodeIds] of unusable) {
    if (errors.length >= MOST_TOLD) break;
    const isCaller = saver === userId;
    // What is told of a node is not told of its edges again.
    const others = isCaller ? [...nodeIds].filter((id) => !savedNodes.has(id)) : nodeIds;
    for (const refused of refusedEdges(change, saver, new Set(others)))
      errors.push(...errorsOf(refused, isCaller, pointerOf));
  }
  return errors;
};

const errorsOf = (
  { edge, because }: RefusedEdge,
  isCaller: boolean,
  pointerOf: Judged['pointerOf'],
): readonly FieldError[] => {
  if (because.kind === 'saved')
    return pointersOf(pointerOf(edge.id), because.ends).map((pointer) =>
      errorAt(pointer, 'connects a model or a dataset that you may not use'),
    );
  const at = pointerOf(because.id);
  const [pointer] = because.kind === 'node' ? [`${at}/entity_id`] : pointersOf(at, ['begin_node_id']);
  if (!isCaller) return [errorAt(pointer!, ledTo(edge.id))];
  // Of an edge of the caller it is told that it may not be saved.
  return because.kind === 'edge'
    ? []
    : [errorAt(pointer!, `leads what you may not use to your edge ${edge.id}`)];
};

const ledTo = (edgeId: string): string =>
  `leads to edge ${edgeId}, whose saver may not use it: delete that edge and create it again, then it is yours`;

const pointersOf = (at: string, ends: readonly string[]): readonly string[] =>
  at === '' ? ends.map((end) => `/${end}`) : [at];
