import {
  type CanvasEvent,
  datasetQueries,
  modelQueries,
  MOST_ENTITIES,
  type UnusableEntities,
  type WorkflowProblem,
} from '@cairn/contracts';
import {
  type CommandContext,
  isRefusal,
  type Refusal,
  refuse,
  requesterOf,
  type ServiceTools,
} from '@cairn/kernel';
import { entitiesNamedBy, type NamedEntity } from '../domain/canvas/entities.js';
import type { Canvas } from '../domain/canvas/state.js';

type Requester = ReturnType<typeof requesterOf>;
type Asking = Pick<ServiceTools, 'services'>;

const MOST_TOLD = 100;

/** Why who saves these nodes may not: each names what that person may use (S23, decision 24). */
export const entitiesRefusal = async (
  { tools, principal }: Pick<CommandContext, 'tools' | 'principal'>,
  before: Canvas,
  events: readonly CanvasEvent[],
  pointerOf?: (nodeId: string) => string,
): Promise<Refusal | undefined> => {
  const named = entitiesNamedBy(before, events, pointerOf);
  const unusable = await unusableOf(tools, named, requesterOf(principal));
  if (isRefusal(unusable)) return unusable;
  if (unusable.length === 0) return undefined;
  const message = 'names none that you may use';
  return refuse(
    'entity_unavailable',
    'A node names a model, a dataset or a version that is none that you may use.',
    unusable
      .slice(0, MOST_TOLD)
      .map(({ pointer }) => ({ pointer: `${pointer}/entity_id`, code: 'entity_unavailable', message })),
  );
};

/** What nodes name that is gone, or that who saved each may not use any more. */
export const entityProblems = async (
  tools: Asking,
  { nodes }: Canvas,
): Promise<readonly WorkflowProblem[]> => {
  const bySaver = new Map<string, NamedEntity[]>();
  for (const { id: node_id, user_id, entity_type, entity_id, entity_version_id } of Object.values(nodes)) {
    if (entity_type === '' || entity_id === '') continue;
    const named = bySaver.get(user_id) ?? [];
    named.push({ pointer: '', node_id, entity_type, entity_id, entity_version_id });
    bySaver.set(user_id, named);
  }
  const problems: WorkflowProblem[] = [];
  for (const [user_id, named] of bySaver) {
    const unusable = await unusableOf(tools, named, { kind: 'user', user_id });
    // A person who is gone may use nothing.
    for (const { node_id, entity_type } of isRefusal(unusable) ? named : unusable)
      problems.push({
        code: 'entity_unavailable',
        message: `The ${entity_type} is none that who saved the node may use.`,
        node_ids: [node_id],
      });
  }
  return problems;
};

/** Those of some that a person may not use now. */
const unusableOf = async (
  tools: Asking,
  named: readonly NamedEntity[],
  onBehalfOf: Requester,
): Promise<readonly NamedEntity[] | Refusal> => {
  const unusable: NamedEntity[] = [];
  for (const type of ['model', 'dataset'] as const) {
    const ofType = named.filter(({ entity_type }) => entity_type === type);
    for (let from = 0; from < ofType.length; from += MOST_ENTITIES) {
      const some = ofType.slice(from, from + MOST_ENTITIES);
      const found = await asked(tools, type, some, onBehalfOf);
      if (isRefusal(found)) return found;
      unusable.push(...found.unusable.map((place) => some[place]!));
    }
  }
  return unusable;
};

const asked = (
  { services }: Asking,
  type: NamedEntity['entity_type'],
  named: readonly NamedEntity[],
  onBehalfOf: Requester,
): Promise<UnusableEntities | Refusal> => {
  const entities = named.map(({ entity_id: id, entity_version_id }) => ({
    id,
    ...(entity_version_id === '' ? {} : { version_id: entity_version_id }),
  }));
  return type === 'model'
    ? services.models.query(modelQueries.unusable, { entities }, { onBehalfOf })
    : services.datasets.query(datasetQueries.unusable, { entities }, { onBehalfOf });
};
