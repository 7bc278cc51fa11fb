import { type ShownVersion, versionModel, withoutAbsent } from '@cairn/assets';
import type { Metric, ModelVersion, ModelVersionInput } from '@cairn/contracts';
import { configText, isRefusal, streamOf } from '@cairn/kernel';
import { namedIn } from './application/naming.js';
import { modelMetrics } from './domain/metrics/state.js';
import { model, modelKind } from './domain/model/state.js';
import { modelVersionKind } from './domain/version/state.js';
import type { ModelDocument, ModelVersionDocument } from './read-models/documents.js';
import { latestMetrics } from './read-models/metrics/latest.js';
import { sweptMetrics } from './read-models/metrics/project.js';
import { pageOfVersions } from './read-models/versions/list.js';
import { modelVersionDocuments } from './read-models/versions/project.js';
import { versionResource } from './read-models/versions/resource.js';

/** What is special about versions of models: files, aliases, what they were trained on, what was measured of them. */
export const modelVersions = versionModel(modelVersionKind, {
  of: modelKind,
  initial: { config: '', job_id: '', application_id: '' },
  named: namedIn,
  own: ({ config, application_id, job_id, tags }: ModelVersionInput, current) => {
    const text = config === undefined ? undefined : configText(config, '/config');
    if (isRefusal(text)) return text;
    return withoutAbsent({
      tags: tags ?? (tags === null && current !== undefined ? {} : undefined),
      ...{ config: text, application_id, job_id },
    });
  },
  documents: modelVersionDocuments,
  swept: sweptMetrics,
  page: pageOfVersions,
  beside: (context, { id }) => latestMetrics(context, id),
  resource: (
    shown: ShownVersion<ModelVersionDocument, ModelDocument>,
    metrics: readonly Metric[] | undefined,
  ): ModelVersion => versionResource(shown, metrics),
  streams: ({ id, model_id }) => [streamOf(model, model_id), streamOf(modelMetrics, id)],
});
