import { accountOf, keptTotalOf } from '@cairn/assets';
import { type Documents, noQuotas, pagesOf, sameForAll } from '@cairn/kernel';
import type { InferenceDocument, ModelVersionDocument } from './documents.js';
import { INFERENCES, totalledInferences } from './inferences/stored.js';
import { VERSIONS } from './versions/project.js';

type Today = Pick<Documents, 'findPage'>;

const AT_ONCE = 1_000;

/**
 * Bytes that an account has of models: the files of the versions that it made, until they are purged, those that its
 * inferences were made of, and the inferences that it added. Counted by the documents: what was answered before is in them.
 */
export const modelBytesOf = async (documents: Today, user_id: string): Promise<number> => {
  const [files, inferences] = await Promise.all([
    versionBytesOf(documents, user_id),
    inferenceBytesOf(documents, user_id),
  ]);
  return files + inferences;
};

const versionBytesOf = async (documents: Today, user_id: string): Promise<number> => {
  let used = 0;
  for await (const page of pagesOf(documents, VERSIONS, { fields: { user_id } }, AT_ONCE))
    for (const version of page as readonly ModelVersionDocument[]) used += bytesOf(version);
  return used;
};

const bytesOf = ({ assets, purged }: ModelVersionDocument): number =>
  purged === true ? 0 : Object.values(assets).reduce((sum, { file }) => sum + file.size, 0);

const inferenceBytesOf = async (documents: Today, user_id: string): Promise<number> => {
  const kept = await keptTotalOf(totalledInferences, documents, accountOf(user_id), sameForAll(noQuotas));
  return kept?.bytes ?? addedUp(documents, user_id);
};

/** While the totals are not all there yet. */
const addedUp = async (documents: Today, user_id: string): Promise<number> => {
  let used = 0;
  const filter = { fields: { user_id, deleted: false, stored_bytes: { from: 1 } } };
  for await (const page of pagesOf(documents, INFERENCES, filter, ADDED_AT_ONCE))
    for (const { stored_bytes } of page as readonly InferenceDocument[]) used += stored_bytes;
  return used;
};

/** Inferences have up to 8 MB. */
const ADDED_AT_ONCE = 20;
