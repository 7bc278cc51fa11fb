import { defineService, type TimeTravelled } from '@cairn/kernel';
import { dataset } from './domain/dataset/state.js';
import { datasetJobServiceCommands } from './domain/job/commands.js';
import { datasetJob } from './domain/job/state.js';
import { datasetItem } from './domain/item/state.js';
import { datasetVersion } from './domain/version/state.js';
import { datasetOwnCommands } from './domain/dataset/commands.js';
import { datasetItemCommands } from './domain/item/commands.js';
import { datasetVersionCommands } from './domain/version/commands.js';
import { failedCopies } from './policies/failed-copies.js';
import { datasetTimers } from './policies/timers.js';
import { published } from './published.js';
import { countersProjection } from './read-models/counters/project.js';
import { DATASETS, datasetsProjection } from './read-models/datasets/project.js';
import { ITEMS, itemsProjection } from './read-models/items/project.js';
import type { DatasetDocument } from './read-models/documents.js';
import { jobsProjection } from './read-models/jobs/project.js';
import { waitingJobs } from './read-models/jobs/unfinished.js';
import { isMomentOpen } from './read-models/parents.js';
import { datasetsAdmission } from './domain/usage/admission.js';
import { usageProjection } from './read-models/usage/project.js';
import { VERSION_HEADS, VERSIONS, versionsProjection } from './read-models/versions/project.js';
import { blobCollection } from './work/collection/collect-blobs.js';
import { jobWork } from './work/job-worker.js';
import { purgedSweep } from './work/sweeping/sweep-purged.js';

/** Datasets, their versions with labels and splits, their items with annotations. */
export const datasetsService = defineService({
  name: 'datasets',
  aggregates: [dataset, datasetVersion, datasetItem, datasetJob],
  commands: [
    ...datasetOwnCommands,
    ...datasetVersionCommands,
    ...datasetItemCommands,
    ...datasetJobServiceCommands,
  ],
  projections: [
    datasetsProjection,
    versionsProjection,
    itemsProjection,
    countersProjection,
    jobsProjection,
    usageProjection,
  ],
  admission: datasetsAdmission,
  policies: (tools) => [failedCopies(tools)],
  timers: datasetTimers,
  work: (tools) => [jobWork(tools), blobCollection(tools), purgedSweep(tools)],
  backlog: async ({ documents }) => ({ jobs: await waitingJobs(documents) }),
  published,
});

/** What can be read as it was: collections whose documents come from one stream each. */
export const datasetsTimeTravelled: readonly TimeTravelled[] = [
  {
    collection: DATASETS,
    category: dataset.category,
    projection: datasetsProjection,
    isOpen: (reading, today) => isMomentOpen(reading, today as DatasetDocument),
  },
  { collection: VERSIONS, category: datasetVersion.category, projection: versionsProjection },
  { collection: VERSION_HEADS, category: datasetVersion.category, projection: versionsProjection },
  { collection: ITEMS, category: datasetItem.category, projection: itemsProjection },
];
