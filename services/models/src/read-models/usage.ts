import { accountBytes } from '@cairn/assets';
import type { Documents } from '@cairn/kernel';
import { totalledInferences } from './inferences/stored.js';
import { totalledVersions } from './versions/stored.js';

/**
 * Bytes that an account has of models: the files of the versions that it made, until they are purged, those that its
 * inferences were made of, and the inferences that it added. Counted by the documents: what was answered before is in them.
 */
export const modelBytesOf = async (
  documents: Pick<Documents, 'findPage'>,
  user_id: string,
): Promise<number> => {
  const [files, inferences] = await Promise.all([
    accountBytes(totalledVersions, documents, user_id),
    accountBytes(totalledInferences, documents, user_id, {
      fields: { user_id, deleted: false, stored_bytes: { from: 1 } },
    }),
  ]);
  return files + inferences;
};
