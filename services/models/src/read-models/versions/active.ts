import { type BesideAssets, numbersOf } from '@cairn/assets';
import { fittingWith, heapBytes, type QueryContext } from '@cairn/kernel';
import type { ModelDocument, ModelVersionDocument } from '../documents.js';
import { MODEL_VERSIONS, VERSIONS } from './project.js';

/** How many of a model's versions are looked through for the newest that its model has taken in. */
const NEWEST = 10;

/**
 * The version that is active in each of some models. One that was deleted in the same moment in which it was activated
 * is not there: then it is the newest that is, as with other assets.
 */
export const activeVersions = async (
  context: Pick<QueryContext, 'documents' | 'today'>,
  models: readonly ModelDocument[],
): Promise<BesideAssets<ModelVersionDocument>> => {
  const ids = models.map(({ active_version_id }) => active_version_id);
  const { documents, covered } = await context.documents.getSome(VERSIONS, ids);
  const found = documents as readonly ModelVersionDocument[];
  const active = new Map(
    found.filter(({ deleted }) => !deleted).map((version) => [version.model_id, version]),
  );
  for (const { id, active_version_id } of models.slice(0, covered)) {
    if (active_version_id === '') continue;
    if (active.has(id)) continue;
    const newest = await newestOf(context, id);
    if (newest !== undefined) active.set(id, newest);
  }
  return { found: active, covered: fittingWith(models, covered, ({ id }) => heapBytes(active.get(id))) };
};

const newestOf = async (
  context: Pick<QueryContext, 'documents' | 'today'>,
  modelId: string,
): Promise<ModelVersionDocument | undefined> => {
  const filter = { fields: { model_id: modelId, deleted: false } };
  const found = await context.documents.find(VERSIONS, { filter, sort: '-created_at', limit: NEWEST });
  const numbers = await numbersOf(
    context,
    { collection: MODEL_VERSIONS.numbers },
    found.map(({ id }) => id),
  );
  return (found as readonly ModelVersionDocument[]).find(({ id }) => numbers.has(id));
};
