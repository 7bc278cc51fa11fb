/**
 * Every category of streams that there is or ever was, by the service whose they are: a stream is named
 * `<category>-<uuid>`. Who must overlook no event of the log reads these. A category is never taken away.
 */
export const streamCategories = {
  identity: ['user', 'session', 'apiKey', 'reservation', 'settings'],
  datasets: ['dataset', 'datasetVersion', 'datasetItem', 'datasetJob'],
} as const;

export const allStreamCategories: readonly string[] = Object.values(streamCategories).flat();
