import type { WorkflowProblem } from '@cairn/contracts';
import { entitiesOf, entityOf } from './entities.js';
import type { Canvas } from './state.js';

/** By person: the nodes whose entities that person must be allowed to use. */
export type Needs = ReadonlyMap<string, ReadonlySet<string>>;

/** What is asked of each person, each node once. */
export const together = (one: Needs, other: Needs): Needs =>
  new Map(
    [...new Set([...one.keys(), ...other.keys()])].map((saver) => [
      saver,
      new Set([...(one.get(saver) ?? []), ...(other.get(saver) ?? [])]),
    ]),
  );

export const bySaver = <Each>(
  all: Iterable<Each>,
  saverOf: (each: Each) => string,
): ReadonlyMap<string, readonly Each[]> => {
  const found = new Map<string, Each[]>();
  for (const each of all) {
    const saver = saverOf(each);
    const theirs = found.get(saver);
    if (theirs === undefined) found.set(saver, [each]);
    else theirs.push(each);
  }
  return found;
};

/** What those who saved nodes must be allowed to use (SPEC-24). */
export const nodeNeeds = ({ nodes }: Pick<Canvas, 'nodes'>): Needs => {
  const naming = Object.values(nodes).filter((node) => entityOf(node) !== undefined);
  return new Map(
    [...bySaver(naming, ({ user_id }) => user_id)].map(([saver, theirs]) => [
      saver,
      new Set(theirs.map(({ id }) => id)),
    ]),
  );
};

/** What a validation tells of nodes whose savers may not use what they name. */
export const nodeProblems = (canvas: Pick<Canvas, 'nodes'>, unusable: Needs): readonly WorkflowProblem[] =>
  [...unusable].flatMap(([saver, nodeIds]) =>
    entitiesOf(canvas, nodeIds)
      .filter(({ node_id }) => canvas.nodes[node_id]?.user_id === saver)
      .map(({ node_id, entity_type }) => ({
        code: 'entity_unavailable',
        message: `The ${entity_type} is none that who saved the node may use.`,
        node_ids: [node_id],
      })),
  );
