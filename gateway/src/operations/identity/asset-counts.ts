import type { Project } from '@cairn/contracts';
import { isRefusal, type Page, type QueryContext, type Refusal, type Versioned } from '@cairn/kernel';
import type { Edge } from '../../call/edge.js';

type CountField = 'dataset_count' | 'model_count' | 'workflow_count' | 'graph_count';

/** Where a project shows the count of each kind. */
const FIELDS: ReadonlyMap<string, CountField> = new Map<string, CountField>([
  ['datasets', 'dataset_count'],
  ['models', 'model_count'],
  ['workflows', 'workflow_count'],
  ['graphs', 'graph_count'],
]);

type Counter = Pick<Edge, 'counted'>;

/** Projects with the counts of the assets in them that the caller sees (S5), by one query of each service that has some. */
const counted = async (
  { counted: kinds }: Counter,
  context: QueryContext,
  projects: readonly Project[],
): Promise<readonly Project[]> => {
  const ids = projects.map(({ id }) => id);
  const counts = await Promise.all(kinds.map(({ inProjects }) => inProjects(context, ids)));
  const countsIn = (id: string): Partial<Record<CountField, number>> =>
    Object.fromEntries(
      kinds.flatMap(({ resource }, index) => {
        const field = FIELDS.get(resource);
        return field === undefined ? [] : [[field, counts[index]?.get(id) ?? 0] as const];
      }),
    );
  return projects.map((project) => ({ ...project, ...countsIn(project.id) }));
};

export const withCounts = async (
  edge: Counter,
  context: QueryContext,
  found: Versioned<Project> | Refusal | undefined,
): Promise<Versioned<Project> | Refusal | undefined> => {
  if (found === undefined || isRefusal(found)) return found;
  const [resource = found.resource] = await counted(edge, context, [found.resource]);
  return { ...found, resource };
};

export const pageWithCounts = async (
  edge: Counter,
  context: QueryContext,
  page: Page<Project>,
): Promise<Page<Project>> => ({ ...page, elements: await counted(edge, context, page.elements) });
