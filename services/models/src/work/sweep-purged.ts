import { purgedOfAssets } from '@cairn/assets';
import { WHETHER_OR_NOT } from '@cairn/kernel';
import { METRICS, metricsProjection } from '../read-models/metrics/project.js';
import { MODEL_SHARES, MODELS, modelsProjection } from '../read-models/models/project.js';
import { VERSIONS } from '../read-models/versions/project.js';

/** With versions go the points that were measured of them. */
export const purgedOfModels = purgedOfAssets({
  projection: modelsProjection,
  collection: MODELS,
  shares: MODEL_SHARES,
  versions: VERSIONS,
  allVersions: (model_id) => ({ model_id, deleted: WHETHER_OR_NOT }),
  ofVersion: (model_version_id) => ({
    projection: metricsProjection.name,
    collection: METRICS,
    fields: { model_version_id },
  }),
});
