import { datasetQueries } from '@cairn/contracts';
import { defineService, purgedSweep, serviceQuery, waitingJobs } from '@cairn/kernel';
import { dataset } from './domain/dataset/state.js';
import { datasetJobServiceCommands } from './application/job/commands.js';
import { datasetJob, datasetJobs } from './domain/job/state.js';
import { datasetItem } from './domain/item/state.js';
import { datasetVersion } from './domain/version/state.js';
import { datasetOwnCommands } from './application/dataset/commands.js';
import { datasetItemCommands } from './application/item/commands.js';
import { datasetVersionCommands } from './application/version/commands.js';
import { datasetAwaitedShares } from './policies/awaited-shares.js';
import { failedCopies } from './policies/failed-copies.js';
import { datasetTimers } from './policies/timers.js';
import { published } from './published.js';
import { accessChangesProjection } from './read-models/access-changes/project.js';
import { countersProjection } from './read-models/counters/project.js';
import { DATASETS, datasetsProjection } from './read-models/datasets/project.js';
import { ITEMS, itemsProjection } from './read-models/items/project.js';
import type { DatasetDocument } from './read-models/documents.js';
import { administeredDatasets } from './read-models/datasets/queries.js';
import { datasetReads } from './read-models/datasets/reads.js';
import { referredDataset } from './read-models/referred.js';
import { jobsProjection } from './read-models/jobs/project.js';
import { datasetJobReads } from './read-models/jobs/queries.js';
import { datasetsOrganization } from './application/organization.js';
import { datasetsAdmission } from './application/usage/admission.js';
import { usageProjection } from './read-models/usage/project.js';
import { VERSION_HEADS, VERSIONS, versionsProjection } from './read-models/versions/project.js';
import { blobCollection } from './work/collection/collect-blobs.js';
import { jobWork } from './work/job-worker.js';
import { purgedOfDatasets } from './work/sweeping/sweep-purged.js';

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
    accessChangesProjection,
  ],
  queries: [
    serviceQuery(datasetQueries.deletable, (input, context) => datasetReads.deletable(context, input)),
    serviceQuery(datasetQueries.referred, (input, context) => referredDataset(context, input)),
  ],
  admission: datasetsAdmission,
  needs: ['identity'],
  organization: datasetsOrganization,
  timeTravelled: [
    {
      collection: DATASETS,
      category: dataset.category,
      projection: datasetsProjection,
      isOpen: async (context, today) =>
        (await datasetReads.isReadable(context, today as DatasetDocument)) &&
        (await datasetReads.isPastOpen(context, today as DatasetDocument)),
    },
    { collection: VERSIONS, category: datasetVersion.category, projection: versionsProjection },
    { collection: VERSION_HEADS, category: datasetVersion.category, projection: versionsProjection },
    { collection: ITEMS, category: datasetItem.category, projection: itemsProjection },
  ],
  counted: [datasetReads.counted],
  jobs: [datasetJobReads],
  administered: administeredDatasets,
  personal: datasetReads.personal,
  policies: (tools) => [failedCopies(tools), datasetAwaitedShares(tools)],
  timers: datasetTimers,
  work: (tools) => [
    jobWork(tools),
    blobCollection(tools),
    purgedSweep('datasets.purged', purgedOfDatasets)(tools),
  ],
  backlog: async ({ documents }) => ({ jobs: await waitingJobs(datasetJobs, documents) }),
  published,
});
