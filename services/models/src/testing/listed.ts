import type { ModelVersion } from '@cairn/contracts';
import { isRefusal, type Page, type PageRequest, type QueryContext } from '@cairn/kernel';
import { type VersionFilters, versionsOfModel } from '../read-models/versions/queries.js';

/** A page of the versions of a model, for who may see them. */
export const versionsListed = async (
  context: QueryContext,
  model_id: string,
  page: PageRequest,
  filters?: VersionFilters,
): Promise<Page<ModelVersion>> => {
  const found = await versionsOfModel(context, { model_id }, page, filters);
  if (found === undefined || isRefusal(found)) throw new Error('the versions are not told');
  return found;
};
