import type { FileRecord } from '@cairn/contracts';
import { type CommandContext, type Documents, pagesOf, type Refusal, refuse } from '@cairn/kernel';
import type { InferenceDocument, ModelVersionDocument } from '../read-models/documents.js';
import { INFERENCES } from '../read-models/inferences/project.js';
import { VERSIONS } from '../read-models/versions/project.js';

const AT_ONCE = 1_000;

/**
 * Why an account may not keep these files too (S47): those of the versions that it made, until they are purged, and those
 * that its inferences were made of take no more bytes than an account may hold. Counted by the documents: what was answered
 * before is in them, what is under way is not.
 */
export const roomRefusal = async (
  { tools }: Pick<CommandContext, 'tools'>,
  accountId: string,
  files: readonly FileRecord[],
): Promise<Refusal | undefined> => {
  const bound = (await tools.quotas.ofAccount(accountId)).bytes;
  const wanted = files.reduce((sum, { size }) => sum + size, 0);
  if (bound === 0 || wanted === 0) return undefined;
  const used = await usedBy(tools.documents, accountId);
  if (used + wanted <= bound) return undefined;
  const amounts = `${used} of ${bound} bytes`;
  return refuse('quota_reached', `The files of the account’s models have used ${amounts}.`, [
    { code: 'bytes', message: `${amounts} are used; this takes ${wanted} more` },
  ]);
};

const usedBy = async (documents: Pick<Documents, 'find'>, user_id: string): Promise<number> => {
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
