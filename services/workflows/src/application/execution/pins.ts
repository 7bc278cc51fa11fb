import { type ExecutionPin, modelQueries, MOST_ENTITIES, type RunnableEntity } from '@cairn/contracts';
import { isRefusal, type Refusal, type ServiceTools } from '@cairn/kernel';
import type { Canvas, KnownNode } from '../../domain/canvas/state.js';
import type { NodeProblem } from '../../domain/execution/problems.js';

type Runnable = Extract<RunnableEntity, { readonly status: 'runnable' }>;

/** The versions of models that an execution runs, fixed at its beginning. */
export interface Pinned {
  readonly pins: readonly ExecutionPin[];
  /** One of the models keeps nothing of what it is asked. */
  readonly private: boolean;
  /** Why nodes cannot run. */
  readonly problems: readonly NodeProblem[];
  /** What of a model node runs; `undefined` where nothing does. */
  runnable(this: void, node: KnownNode): Runnable | undefined;
}

const keyOf = ({ user_id, entity_id, entity_version_id }: KnownNode): string =>
  `${user_id} ${entity_id} ${entity_version_id}`;

/** The versions that the models of a canvas have now, each asked for with the rights of who saved the node. */
export const pinned = async (
  tools: Pick<ServiceTools, 'services'>,
  { nodes }: Pick<Canvas, 'nodes'>,
): Promise<Pinned | Refusal> => {
  const models = Object.values(nodes).filter(
    ({ entity_type, entity_id }) => entity_type === 'model' && entity_id !== '',
  );
  const each = new Map(models.map((node) => [keyOf(node), node]));
  const found = await runnableOf(tools, [...each.values()]);
  if (isRefusal(found)) return found;
  const runnable = (node: KnownNode): Runnable | undefined => {
    const its = found.get(keyOf(node));
    return its?.status === 'runnable' ? its : undefined;
  };
  return {
    pins: pinsOf(models, runnable),
    private: [...found.values()].some((its) => its.status === 'runnable' && its.private),
    problems: models.flatMap((node) => problemOf(node, found.get(keyOf(node)))),
    runnable,
  };
};

/** Those that are unusable are told as `entity_unavailable` already. */
const problemOf = ({ id }: KnownNode, its: RunnableEntity | undefined): readonly NodeProblem[] => {
  if (its?.status === 'not_runnable') return [{ code: its.code, message: its.message, node_ids: [id] }];
  if (its?.status !== 'runnable' || takesAny(its)) return [];
  const message = 'The model takes neither texts nor files: it is not executed yet.';
  return [{ code: 'not_executable_yet', message, node_ids: [id] }];
};

const takesAny = ({ takes }: Runnable): boolean =>
  takes === undefined || takes.includes('text') || takes.includes('file');

const pinsOf = (
  models: readonly KnownNode[],
  runnable: (node: KnownNode) => Runnable | undefined,
): readonly ExecutionPin[] => {
  const pins = new Map<string, ExecutionPin>();
  for (const node of models) {
    const its = runnable(node);
    const key = `${node.entity_id} ${node.entity_version_id}`;
    if (its === undefined || pins.has(key)) continue;
    const { version_id } = its;
    pins.set(key, {
      ...{ entity_type: 'model', entity_id: node.entity_id, version_id },
      active: node.entity_version_id === '',
    });
  }
  return [...pins.values()];
};

/** By the keys of the nodes. */
const runnableOf = async (
  { services }: Pick<ServiceTools, 'services'>,
  nodes: readonly KnownNode[],
): Promise<ReadonlyMap<string, RunnableEntity> | Refusal> => {
  const found = new Map<string, RunnableEntity>();
  const savers = new Set(nodes.map(({ user_id }) => user_id));
  for (const user_id of savers) {
    const theirs = nodes.filter((node) => node.user_id === user_id);
    for (let at = 0; at < theirs.length; at += MOST_ENTITIES) {
      const some = theirs.slice(at, at + MOST_ENTITIES);
      const entities = some.map(({ entity_id: id, entity_version_id }) => ({
        id,
        ...(entity_version_id === '' ? {} : { version_id: entity_version_id }),
      }));
      const onBehalfOf = { kind: 'user', user_id } as const;
      const answers = await services.models.query(modelQueries.runnable, { entities }, { onBehalfOf });
      // Of a person who is gone nothing runs: that is told as a problem of each node.
      if (isRefusal(answers) && answers.refused !== 'requester_unavailable') return answers;
      if (isRefusal(answers)) continue;
      for (const [place, answer] of answers.entries()) found.set(keyOf(some[place]!), answer);
    }
  }
  return found;
};

/** The version of a model that a node runs, by what was fixed. */
export const versionIn =
  (pins: readonly ExecutionPin[]): ((node: KnownNode) => string) =>
  ({ entity_id, entity_version_id }) => {
    if (entity_version_id !== '') return entity_version_id;
    return pins.find((pin) => pin.active && pin.entity_id === entity_id)?.version_id ?? '';
  };
