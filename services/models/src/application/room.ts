import type { FileRecord } from '@cairn/contracts';
import { type CommandContext, type Refusal, refuse } from '@cairn/kernel';
import { modelBytesOf } from '../read-models/usage.js';

/**
 * Why an account may not keep these files too (S47): what it has of models takes no more bytes than an account may hold.
 * What is under way is not counted.
 */
export const roomRefusal = async (
  { tools }: Pick<CommandContext, 'tools'>,
  accountId: string,
  files: readonly FileRecord[],
): Promise<Refusal | undefined> => {
  const bound = (await tools.quotas.ofAccount(accountId)).bytes;
  const wanted = files.reduce((sum, { size }) => sum + size, 0);
  if (bound === 0 || wanted === 0) return undefined;
  const used = await modelBytesOf(tools.documents, accountId);
  if (used + wanted <= bound) return undefined;
  const amounts = `${used} of ${bound} bytes`;
  return refuse('quota_reached', `The files of the account’s models have used ${amounts}.`, [
    { code: 'bytes', message: `${amounts} are used; this takes ${wanted} more` },
  ]);
};
