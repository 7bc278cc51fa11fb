import type { FileRecord } from '@cairn/contracts';
import { type CommandContext, type Refusal, refuse } from '@cairn/kernel';
import { modelBytesOf } from '../read-models/usage.js';

/** Why an account may not keep these files too (S47). */
export const roomRefusal = (
  context: Pick<CommandContext, 'tools'>,
  accountId: string,
  files: readonly FileRecord[],
): Promise<Refusal | undefined> =>
  bytesRefusal(
    context,
    accountId,
    files.reduce((sum, { size }) => sum + size, 0),
  );

/**
 * Why an account may not keep so many more bytes (S47): what it has of models takes no more than an account may hold.
 * What is under way is not counted.
 */
export const bytesRefusal = async (
  { tools }: Pick<CommandContext, 'tools'>,
  accountId: string,
  wanted: number,
): Promise<Refusal | undefined> => {
  const bound = (await tools.quotas.ofAccount(accountId)).bytes;
  if (bound === 0 || wanted === 0) return undefined;
  const used = await modelBytesOf(tools.documents, accountId);
  if (used + wanted <= bound) return undefined;
  const amounts = `${used} of ${bound} bytes`;
  return refuse('quota_reached', `The account’s models and inferences have used ${amounts}.`, [
    { code: 'bytes', message: `${amounts} are used; this takes ${wanted} more` },
  ]);
};
