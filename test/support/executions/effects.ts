import type { Inference, NodeExecution, WorkflowExecution } from '@cairn/contracts';
import type { Person } from '../people.js';

/** All pages of a list. */
export const wholeList = async <Element>(
  pages: AsyncIterable<{ readonly body: readonly Element[] }>,
): Promise<readonly Element[]> => {
  const all: Element[] = [];
  for await (const { body } of pages) all.push(...body);
  return all;
};

const keyOf = (execution: string, node: string): string => `${execution} ${node}`;

/** The inferences that nodes of executions made for somebody, by execution and node. */
const effectsOf = async ({
  client,
}: Pick<Person, 'client'>): Promise<ReadonlyMap<string, readonly string[]>> => {
  const effects = new Map<string, string[]>();
  const inferences: readonly Inference[] = await wholeList(
    client.pages('listInferences', { query: { limit: 1_000 } }),
  );
  for (const { id, origin } of inferences) {
    if (origin === undefined) continue;
    const key = keyOf(origin.execution_id, origin.node_id);
    effects.set(key, [...(effects.get(key) ?? []), id]);
  }
  return effects;
};

/**
 * Where somebody's inferences are not the effects of these executions, each once: those of nodes that completed, under the ids
 * that these tell. What was cancelled may have asked too. A sentence for each.
 */
export const wrongEffects = async (
  person: Pick<Person, 'client'>,
  executions: readonly WorkflowExecution[],
): Promise<readonly string[]> => {
  const effects = new Map(await effectsOf(person));
  const wrong = executions.flatMap(({ id, node_executions: nodes = [] }) =>
    nodes.flatMap((node) => {
      const key = keyOf(id, node.node_id);
      const made = effects.get(key) ?? [];
      effects.delete(key);
      return isRight(node, made) ? [] : [`${node.status} ${node.node_name} of ${id} made [${made.join()}]`];
    }),
  );
  return [...wrong, ...[...effects.keys()].map((key) => `nobody knows of ${key}`)];
};

const isRight = (node: NodeExecution, made: readonly string[]): boolean => {
  const { status, entity_type, inference_id = '' } = node;
  if (status === 'cancelled') return made.length <= 1;
  return made.join() === (status === 'completed' && entity_type === 'model' ? inference_id : '');
};
