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
  nextTurn,
  type Refusal,
  requesterOf,
  type ServiceTools,
} from '@cairn/kernel';
import { changedNeeds, flowChange } from '../domain/canvas/changed-needs.js';
import { edgeNeeds, edgeProblems, edgesNeeding } from '../domain/canvas/edge-needs.js';
import { entitiesOf, type NamedEntity, savedParts } from '../domain/canvas/entities.js';
import { type Needs, nodeNeeds, nodeProblems, together } from '../domain/canvas/needs.js';
import { entitiesRefused } from '../domain/canvas/refusing.js';
import { type Canvas, canvasAfter } from '../domain/canvas/state.js';

type Requester = ReturnType<typeof requesterOf>;
type Asking = Pick<ServiceTools, 'services'>;

/**
 * Why who saves these nodes and edges may not (S23, S24, SPEC-24 and SPEC-33): that person must be allowed to use what
 * they name and connect, and who saved other edges what is newly led to these.
 */
export const entitiesRefusal = async (
  { tools, principal }: Pick<CommandContext, 'tools' | 'principal'>,
  before: Canvas,
  events: readonly CanvasEvent[],
  pointerOf?: (id: string) => string,
): Promise<Refusal | undefined> => {
  const after = events.reduce(canvasAfter, before);
  if (after.nodes === before.nodes && after.edges === before.edges) return undefined;
  await nextTurn();
  const { userId } = principal;
  const savedNodes = new Set(savedParts(before.nodes, after.nodes).map(({ id }) => id));
  const change = flowChange(before, after);
  const ofEdges: Needs = change === undefined ? new Map() : changedNeeds(change);
  const needs = together(new Map([[userId, savedNodes]]), ofEdges);
  const unusable = new Map<string, ReadonlySet<string>>();
  for (const [saver, nodeIds] of needs) {
    const named = entitiesOf(after, nodeIds);
    const found =
      saver === userId
        ? await unusableOf(tools, named, requesterOf(principal))
        : await unusableBy(tools, named, saver);
    if (isRefusal(found)) return found;
    unusable.set(saver, found);
  }
  const places = pointerOf ?? placesIn(after, events);
  return entitiesRefused({ change, userId, savedNodes, unusable, pointerOf: places });
};

/** What is undone, or copied, has no place in a body: its id leads to it. */
const placesIn = ({ nodes }: Canvas, events: readonly CanvasEvent[]): ((id: string) => string) =>
  events.some(({ type }) => type === 'WorkflowGraphChanged')
    ? (id) => `/${Object.hasOwn(nodes, id) ? 'nodes' : 'edges'}/${id}`
    : () => '';

/**
 * The nodes to which edges lead whose savers may not use what is at their ends, or reaches them, any more: nothing flows
 * along these (SPEC-33).
 */
export const cutNodes = async (tools: Asking, canvas: Canvas): Promise<ReadonlySet<string>> => {
  const edgeIds = Object.keys(canvas.edges);
  const unusable = await unusableIn(tools, canvas, edgeNeeds(canvas, edgeIds));
  return new Set(edgesNeeding(canvas, edgeIds, unusable).map(({ end_node_id }) => end_node_id));
};

/** What nodes name that is gone, or that who saved each, or an edge that it reaches, may not use any more. */
export const entityProblems = async (tools: Asking, canvas: Canvas): Promise<readonly WorkflowProblem[]> => {
  const needs = together(nodeNeeds(canvas), edgeNeeds(canvas, Object.keys(canvas.edges)));
  const unusable = await unusableIn(tools, canvas, needs);
  return [...nodeProblems(canvas, unusable), ...edgeProblems(canvas, unusable)];
};

/** What of a canvas each of these people may not use of what they need. */
const unusableIn = async (tools: Asking, canvas: Canvas, needs: Needs): Promise<Needs> => {
  const unusable = new Map<string, ReadonlySet<string>>();
  for (const [saver, nodeIds] of needs)
    unusable.set(saver, await unusableBy(tools, entitiesOf(canvas, nodeIds), saver));
  return unusable;
};

/** The nodes whose entities somebody may not use who is not the caller. A person who is gone may use nothing. */
const unusableBy = async (
  tools: Asking,
  named: readonly NamedEntity[],
  user_id: string,
): Promise<ReadonlySet<string>> => {
  const found = await unusableOf(tools, named, { kind: 'user', user_id });
  return isRefusal(found) ? new Set(named.map(({ node_id }) => node_id)) : found;
};

/** The nodes of some entities that a person may not use now. */
const unusableOf = async (
  tools: Asking,
  named: readonly NamedEntity[],
  onBehalfOf: Requester,
): Promise<ReadonlySet<string> | Refusal> => {
  const unusable = new Set<string>();
  for (const type of ['model', 'dataset'] as const) {
    const ofType = named.filter(({ entity_type }) => entity_type === type);
    for (let from = 0; from < ofType.length; from += MOST_ENTITIES) {
      const some = ofType.slice(from, from + MOST_ENTITIES);
      const found = await asked(tools, type, some, onBehalfOf);
      if (isRefusal(found)) return found;
      for (const place of found.unusable) unusable.add(some[place]!.node_id);
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
