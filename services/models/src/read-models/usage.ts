import { type Documents, pagesOf } from '@cairn/kernel';
import type { InferenceDocument, ModelVersionDocument } from './documents.js';
import { INFERENCES } from './inferences/project.js';
import { VERSIONS } from './versions/project.js';

const AT_ONCE = 1_000;

/**
 * Bytes that an account has of models: the files of the versions that it made, until they are purged, and those that its
 * inferences were made of. Counted by the documents: what was answered before is in them.
 */
export const modelBytesOf = async (
  documents: Pick<Documents, 'findPage'>,
  user_id: string,
): Promise<number> => {
  let used = 0;
  for await (const page of pagesOf(documents, VERSIONS, { fields: { user_id } }, AT_ONCE))
    for (const version of page as readonly ModelVersionDocument[]) used += bytesOf(version);
  const kept = { fields: { user_id, deleted: false, file_bytes: { from: 1 } } };
  for await (const page of pagesOf(documents, INFERENCES, kept, AT_ONCE))
    for (const { file_bytes } of page as readonly InferenceDocument[]) used += file_bytes;
  return used;
};

const bytesOf = ({ assets, purged }: ModelVersionDocument): number =>
  purged === true ? 0 : Object.values(assets).reduce((sum, { file }) => sum + file.size, 0);
