import { organizationOfAssets } from '@cairn/assets';
import { datasetQueries } from '@cairn/contracts';
import { defineService, serviceQuery, waitingJobs } from '@cairn/kernel';
import { datasets } from './datasets.js';
import { datasetKind } from './domain/dataset/state.js';
import { mayReadStream } from './read-models/event-data.js';
import { datasetJobServiceCommands } from './application/job/commands.js';
import { datasetJob, datasetJobs } from './domain/job/state.js';
import { labellingJobServiceCommands } from './application/labelling-job/commands.js';
import { datasetItem } from './domain/item/state.js';
import { labellingJob, labellingJobs } from './domain/labelling-job/state.js';
import { postProcessorJob } from './domain/post-processor-job/state.js';
import { postProcessorJobServiceCommands } from './application/post-processor-job/commands.js';
import { triedPostProcessor } from './application/post-processor/try.js';
import { datasetVersion } from './domain/version/state.js';
import { datasetItemCommands } from './application/item/commands.js';
import { datasetVersionCommands } from './application/version/commands.js';
import { failedCopies } from './policies/failed-copies.js';
import { postProcessing } from './policies/post-processing.js';
import { datasetTimers } from './policies/timers.js';
import { countersProjection } from './read-models/counters/project.js';
import { ITEMS, itemsProjection } from './read-models/items/project.js';
import { postProcessors } from './post-processors.js';
import { namedDatasets } from './read-models/named-entities.js';
import { referredDataset, unreadableOf } from './read-models/referred.js';
import { jobsProjection } from './read-models/jobs/project.js';
import { labellingJobsProjection } from './read-models/labelling-jobs/project.js';
import { labellingJobReads } from './read-models/labelling-jobs/queries.js';
import { datasetJobReads } from './read-models/jobs/queries.js';
import { postProcessorJobsProjection } from './read-models/post-processor-jobs/project.js';
import { waitingPostProcessorJobs } from './read-models/post-processor-jobs/queues.js';
import { VERSION_HEADS, VERSIONS, versionsProjection } from './read-models/versions/project.js';
import { datasetUsage } from './usage.js';
import { jobWork } from './work/job-worker.js';
import { labellingWork } from './work/labelling/labelling-work.js';
import { postProcessingWork } from './work/post-processing/worker.js';

/** Datasets, their versions with labels and splits, their items with annotations. */
export const datasetsService = defineService({
  name: 'datasets',
  records: [postProcessors],
  parts: [datasets.parts],
  aggregates: [datasetVersion, datasetItem, postProcessorJob, labellingJob, datasetJob],
  commands: [
    ...datasetVersionCommands,
    ...datasetItemCommands,
    ...postProcessorJobServiceCommands,
    ...labellingJobServiceCommands,
    ...datasetJobServiceCommands,
  ],
  projections: [
    versionsProjection,
    itemsProjection,
    countersProjection,
    postProcessorJobsProjection,
    labellingJobsProjection,
    jobsProjection,
    datasetUsage.projection,
  ],
  queries: [
    serviceQuery(datasetQueries.referred, (input, context) => referredDataset(context, input)),
    serviceQuery(datasetQueries.unreadable, (input, context) => unreadableOf(context, input)),
    serviceQuery(datasetQueries.triedPostProcessor, (input, context) => triedPostProcessor(context, input)),
    serviceQuery(datasetQueries.unusable, (input, context) => namedDatasets.unusable(context, input)),
    serviceQuery(datasetQueries.shown, (input, context) => namedDatasets.shown(context, input)),
  ],
  admission: datasetUsage.admission,
  needs: ['identity', 'models'],
  organization: organizationOfAssets(datasetKind),
  timeTravelled: [
    { collection: VERSIONS, category: datasetVersion.category, projection: versionsProjection },
    { collection: VERSION_HEADS, category: datasetVersion.category, projection: versionsProjection },
    { collection: ITEMS, category: datasetItem.category, projection: itemsProjection },
  ],
  jobs: [datasetJobReads, labellingJobReads],
  policies: (tools) => [failedCopies(tools), postProcessing(tools)],
  timers: datasetTimers,
  work: (tools) => [jobWork(tools), labellingWork(tools), postProcessingWork(tools)],
  backlog: async ({ documents }) => ({
    jobs: await waitingJobs(datasetJobs, documents),
    labelling_jobs: await waitingJobs(labellingJobs, documents),
    post_processor_jobs: await waitingPostProcessorJobs(documents),
  }),
  published: { events: [{ version: 1 }], states: [], mayRead: mayReadStream },
});
