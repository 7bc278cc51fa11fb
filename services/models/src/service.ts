import { defineService, purgedSweep, type Service } from '@cairn/kernel';
import { applications } from './applications.js';
import { inferenceServiceCommands } from './application/inference/commands.js';
import { recordMetrics } from './application/metrics/record-metrics.js';
import { modelOwnCommands } from './application/model/commands.js';
import { modelsOrganization } from './application/organization.js';
import { modelAnswers } from './application/queries.js';
import { modelVersionCommands } from './application/version/commands.js';
import type { RunnerOf } from './application/runner-of.js';
import { localRunner, runnerEnd } from './running/local-runner.js';
import { inference } from './domain/inference/state.js';
import { modelMetrics } from './domain/metrics/state.js';
import { model } from './domain/model/state.js';
import { modelVersion } from './domain/version/state.js';
import { erasedInferences, sealedInferences } from './policies/inferences.js';
import { modelAwaitedShares } from './policies/awaited-shares.js';
import { modelTimers } from './policies/timers.js';
import { published } from './published.js';
import { accessChangesProjection } from './read-models/access-changes/project.js';
import type { ModelDocument } from './read-models/documents.js';
import { inferencesProjection } from './read-models/inferences/project.js';
import { LATEST_METRICS, metricsProjection } from './read-models/metrics/project.js';
import { MODELS, modelsProjection } from './read-models/models/project.js';
import { administeredInferences } from './read-models/inferences/queries.js';
import { administeredModels } from './read-models/models/queries.js';
import { modelReads } from './read-models/models/reads.js';
import { VERSIONS, versionsProjection } from './read-models/versions/project.js';
import { purgedOfModels } from './work/sweep-purged.js';

/** The service; `runnerOf` gives what opens and runs models. */
export const modelsServiceWith = (runnerOf: RunnerOf): Service =>
  defineService({
    name: 'models',
    records: [applications],
    aggregates: [model, modelVersion, modelMetrics, inference],
    commands: [
      ...modelOwnCommands,
      ...modelVersionCommands(runnerOf),
      ...inferenceServiceCommands(runnerOf),
      recordMetrics,
    ],
    projections: [
      modelsProjection,
      versionsProjection,
      metricsProjection,
      inferencesProjection,
      accessChangesProjection,
    ],
    queries: modelAnswers,
    needs: ['identity', 'datasets'],
    organization: modelsOrganization,
    timeTravelled: [
      {
        collection: MODELS,
        category: model.category,
        projection: modelsProjection,
        isOpen: async (context, today) =>
          (await modelReads.isReadable(context, today as ModelDocument)) &&
          (await modelReads.isPastOpen(context, today as ModelDocument)),
      },
      { collection: VERSIONS, category: modelVersion.category, projection: versionsProjection },
      { collection: LATEST_METRICS, category: modelMetrics.category, projection: metricsProjection },
    ],
    counted: [modelReads.counted],
    personal: modelReads.personal,
    administered: [...administeredModels, administeredInferences],
    policies: (tools) => [modelAwaitedShares(tools), sealedInferences(tools), erasedInferences(tools)],
    timers: modelTimers,
    work: (tools) => [purgedSweep('models.purged', purgedOfModels)(tools), runnerEnd(runnerOf(tools))],
    published,
  });

/** Models, their versions and files; the applications that they are of. */
export const modelsService = modelsServiceWith(localRunner);
