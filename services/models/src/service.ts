import { organizationOfAssets } from '@cairn/assets';
import { defineService, type Service, waitingJobs } from '@cairn/kernel';
import { applications } from './applications.js';
import { aliasCommands } from './application/aliases.js';
import { inferenceServiceCommands } from './application/inference/commands.js';
import { modelJobServiceCommands } from './application/job/commands.js';
import { recordMetrics } from './application/metrics/record-metrics.js';
import { outOfServiceCommands } from './application/out-of-service.js';
import { modelAnswers } from './application/queries.js';
import { uploadCommands } from './application/upload-assets.js';
import type { RunnerOf } from './application/runner-of.js';
import { localRunner, runnerEnd, runnerMeasures } from './running/local-runner.js';
import { modelJob, modelJobs } from './domain/job/state.js';
import { modelKind } from './domain/model/state.js';
import { models } from './models.js';
import { mayReadModelStream } from './read-models/event-data.js';
import { inference } from './domain/inference/state.js';
import { modelMetrics } from './domain/metrics/state.js';
import { erasedInferences, sealedInferences } from './policies/inferences.js';
import { inferencesProjection } from './read-models/inferences/project.js';
import { LATEST_METRICS, metricsProjection } from './read-models/metrics/project.js';
import { administeredInferences, ownInferences } from './read-models/inferences/queries.js';
import { modelJobReads, modelJobsProjection } from './read-models/jobs/queries.js';
import { modelVersions } from './versions.js';
import { jobWork } from './work/job-worker.js';

/** The service; `runnerOf` gives what opens and runs models. */
export const modelsServiceWith = (runnerOf: RunnerOf): Service =>
  defineService({
    name: 'models',
    records: [applications],
    parts: [models.parts, modelVersions.parts(models.reads)],
    aggregates: [modelMetrics, inference, modelJob],
    commands: [
      ...uploadCommands(runnerOf),
      ...inferenceServiceCommands(runnerOf),
      ...modelJobServiceCommands,
      ...aliasCommands,
      ...outOfServiceCommands,
      recordMetrics,
    ],
    projections: [metricsProjection, inferencesProjection, modelJobsProjection],
    queries: modelAnswers(runnerOf),
    needs: ['identity', 'datasets'],
    organization: organizationOfAssets(modelKind, [applications]),
    timeTravelled: [
      { collection: LATEST_METRICS, category: modelMetrics.category, projection: metricsProjection },
    ],
    administered: [administeredInferences],
    personal: [ownInferences],
    policies: (tools) => [sealedInferences(tools), erasedInferences(tools)],
    jobs: [modelJobReads],
    work: (tools) => [jobWork(runnerOf, tools), runnerEnd(runnerOf(tools))],
    measures: (tools) => runnerMeasures(runnerOf(tools)),
    backlog: async ({ documents }) => ({ jobs: await waitingJobs(modelJobs, documents) }),
    published: { events: [{ version: 1 }], states: [], mayRead: mayReadModelStream },
  });

/** Models, their versions and files; the applications that they are of. */
export const modelsService = modelsServiceWith(localRunner);
