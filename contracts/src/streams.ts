/**
 * The entities that events speak of (the second word of their stored type), by the service whose they are (the first
 * word), each with the category of the streams that hold it: a stream is named `<category>-<uuid>`. The name of an
 * entity leaves its area out; a category is the only one of its name in the log. A category is never taken away: who must
 * overlook no event of the log reads all that there ever were.
 */
const entityCategories = {
  identity: {
    user: 'user',
    session: 'session',
    second_factor: 'secondFactor',
    api_key: 'apiKey',
    reservation: 'reservation',
    settings: 'settings',
    rate_limit: 'rateLimit',
    quota: 'quota',
    mail: 'mail',
    organization: 'organization',
    team: 'team',
    project: 'project',
    role: 'role',
    membership: 'membership',
    invitation: 'invitation',
    slug: 'slug',
    group_job: 'groupJob',
  },
  datasets: {
    dataset: 'dataset',
    version: 'datasetVersion',
    label: 'datasetVersion',
    split: 'datasetVersion',
    item: 'datasetItem',
    job: 'datasetJob',
  },
  models: {
    application: 'application',
    model: 'model',
    version: 'modelVersion',
    metrics: 'modelMetrics',
    inference: 'inference',
    reservation: 'modelsReservation',
  },
} as const;

/** A service that the contract knows. */
export type ServiceName = keyof typeof entityCategories;

type Entities = Readonly<Record<string, string>>;

/** The categories of the streams of each service. */
export const streamCategories: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries<Entities>(entityCategories).map(([service, entities]) => [
    service,
    [...new Set(Object.values(entities))],
  ]),
);

export const allStreamCategories: readonly string[] = Object.values(streamCategories).flat();

/** Categories of streams that nobody outside reads: a stream is published wholly or not at all. */
export const unpublishedCategories: ReadonlySet<string> = new Set([
  'reservation',
  'session',
  'secondFactor',
  'apiKey',
  'settings',
  'rateLimit',
  'quota',
  'mail',
  'slug',
  'groupJob',
  'modelsReservation',
]);

/** The category of the streams that an event or a state is of, by its stored type: `datasetItem`. Throws for none. */
export const categoryOfType = (type: string): string => {
  const [service = '', entity = ''] = type.split('.');
  const category = (entityCategories as Readonly<Record<string, Entities>>)[service]?.[entity];
  if (category === undefined) throw new Error(`${type} speaks of an entity that has no category of streams`);
  return category;
};
