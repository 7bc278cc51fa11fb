import type { Canvas } from '../canvas/state.js';
import type { Plan } from './plan.js';
import type { KnownExecution } from './state.js';

/** The canvas with the settings that hold for an execution: who executes saved the nodes that retries changed. */
export const canvasOf = <Drawn extends Pick<Canvas, 'nodes'>>(
  canvas: Drawn,
  { changes, user_id }: Pick<KnownExecution, 'changes' | 'user_id'>,
): Drawn => {
  const nodes = { ...canvas.nodes };
  for (const [id, change] of Object.entries(changes)) {
    const node = nodes[id];
    if (node !== undefined) nodes[id] = { ...node, ...change, user_id };
  }
  return { ...canvas, nodes };
};

/** The nodes that a retry does again: what has not completed, what is changed, and all that depends on these. Linear. */
export const againIn = (
  { nodes, outOf }: Plan,
  known: KnownExecution['nodes'],
  changed: ReadonlySet<string>,
): readonly string[] => {
  const isAgain = nodes.map(({ id }) => known[id]?.status !== 'completed' || changed.has(id));
  const open = [...isAgain.keys()].filter((place) => isAgain[place]);
  for (const place of open)
    for (const next of outOf[place]!)
      if (!isAgain[next]) {
        isAgain[next] = true;
        open.push(next);
      }
  return nodes.filter((_, place) => isAgain[place]).map(({ id }) => id);
};
