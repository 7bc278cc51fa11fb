import { pagesOf, SWEPT_AT_ONCE, type Swept, type ToSweep, WHETHER_OR_NOT } from '@cairn/kernel';
import { METRICS, metricsProjection } from '../read-models/metrics/project.js';
import { models } from '../models.js';
import { VERSIONS } from '../read-models/versions/project.js';

/**
 * What goes when models and versions are purged: the points that were measured of them. The documents of models and versions stay: they say who may read the past.
 */
export const purgedOfModels: ToSweep = async function* (documents) {
  const purged = { fields: { purged: true } };
  for await (const versions of pagesOf(documents, VERSIONS, purged, SWEPT_AT_ONCE))
    for (const { id } of versions) yield pointsOf(id);
  for await (const model_id of models.purged(documents)) {
    const within = { fields: { model_id, deleted: WHETHER_OR_NOT } };
    for await (const versions of pagesOf(documents, VERSIONS, within, SWEPT_AT_ONCE))
      for (const version of versions) yield pointsOf(version.id);
  }
};

const pointsOf = (model_version_id: string): Swept => ({
  projection: metricsProjection.name,
  collection: METRICS,
  fields: { model_version_id },
});
