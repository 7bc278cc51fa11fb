import { type Deleted, seen, wasGoneBefore } from '@cairn/assets';
import type { QueryContext } from '@cairn/kernel';
import type { ModelDocument, NumberedVersion, VersionDocument } from './documents.js';
import { MODELS } from './models/project.js';
import { modelReads } from './models/reads.js';
import { numbersOf } from './versions/active.js';
import { VERSIONS } from './versions/project.js';

/** The parameters of a path to a version. */
export interface VersionPath {
  readonly model_id: string;
  readonly id: string;
}

/** A model and one of its versions. */
export interface ReadableParents extends NumberedVersion {
  readonly model: ModelDocument;
}

/** A version stands in the log before its model takes it in (law 5): in its first moment the model is today's, whatever was done to it since. */
const namingModel = async (
  context: QueryContext,
  id: string,
  deleted: Deleted,
): Promise<ModelDocument | undefined> => {
  const then = (await context.documents.get(MODELS, id)) as ModelDocument | undefined;
  return then === undefined
    ? modelReads.readable({ ...context, documents: context.today }, id, { deletedToo: true })
    : modelReads.readable(context, id, deleted);
};

/** Whether the caller may know of a version that is seen: not when it was deleted before the history begins. */
const isTold = async (context: QueryContext, version: VersionDocument): Promise<boolean> =>
  !version.deleted || !wasGoneBefore(version, await modelReads.visibleSince(context, version.model_id));

/** The version under its model; one that stands under another is not found (S2, law 6). `deletedToo`: whichever of them is. */
export const readableVersion = async (
  context: QueryContext,
  modelId: string,
  versionId: string,
  { deletedToo = false }: Deleted = {},
): Promise<ReadableParents | undefined> => {
  const model = await namingModel(context, modelId, { deletedToo });
  if (model === undefined) return undefined;
  const document = (await context.documents.get(VERSIONS, versionId)) as VersionDocument | undefined;
  const version = seen(document, deletedToo);
  if (version?.model_id !== modelId) return undefined;
  const number = (await numbersOf(context, [versionId])).get(versionId);
  if (number === undefined || !(await isTold(context, version))) return undefined;
  return { model, version, number };
};
