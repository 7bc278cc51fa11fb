import { type Deleted, numbersOf, seen } from '@cairn/assets';
import type { QueryContext } from '@cairn/kernel';
import type { ModelDocument, NumberedVersion, VersionDocument } from './documents.js';
import { modelReads } from '../models.js';
import { MODEL_VERSIONS, VERSIONS } from './versions/project.js';

/** The parameters of a path to a version. */
export interface VersionPath {
  readonly model_id: string;
  readonly id: string;
}

/** A model and one of its versions. */
export interface ReadableParents extends NumberedVersion {
  readonly model: ModelDocument;
}

/** The version under its model; one that stands under another is not found (S2, law 6). `deletedToo`: whichever of them is. */
export const readableVersion = async (
  context: QueryContext,
  modelId: string,
  versionId: string,
  { deletedToo = false }: Deleted = {},
): Promise<ReadableParents | undefined> => {
  const model = await modelReads.naming(context, modelId, { deletedToo });
  if (model === undefined) return undefined;
  const document = (await context.documents.get(VERSIONS, versionId)) as VersionDocument | undefined;
  const version = seen(document, deletedToo);
  if (version?.model_id !== modelId) return undefined;
  const number = (await numbersOf(context, { collection: MODEL_VERSIONS.numbers }, [versionId])).get(
    versionId,
  );
  if (number === undefined || !(await modelReads.isTold(context, modelId, version))) return undefined;
  return { model, version, number };
};
