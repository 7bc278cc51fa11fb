import { notFound, type QueryContext, type Refusal } from '@cairn/kernel';
import type { ModelVersionDocument } from './documents.js';
import { modelReads } from '../models.js';
import { VERSIONS } from './versions/project.js';

/** What a write is for: a model, or a version of it. */
export interface WrittenModel {
  readonly model_id: string;
  readonly version_id?: string;
}

/** Why the caller could not write there now; `undefined` when nothing is in the way. The command decides again. */
export const modelWriteRefusal = async (
  context: QueryContext,
  { model_id, version_id }: WrittenModel,
): Promise<Refusal | undefined> => {
  const refusal = await modelReads.refusal(context, model_id, 'write');
  if (refusal !== undefined || version_id === undefined) return refusal;
  const version = (await context.today.get(VERSIONS, version_id)) as ModelVersionDocument | undefined;
  return version?.model_id === model_id && !version.deleted ? undefined : notFound();
};
