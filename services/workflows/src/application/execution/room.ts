import { type Refusal, refuse, type ServiceTools } from '@cairn/kernel';
import { executionBytesOf } from '../../read-models/executions/usage.js';

/**
 * Why an account may not keep so many bytes of executions too (S47): what its executions have stored takes no more than an
 * account may hold. What is under way is counted as far as it was recorded.
 */
export const roomRefusal = async (
  { quotas, documents }: Pick<ServiceTools, 'quotas' | 'documents'>,
  accountId: string,
  wanted: number,
): Promise<Refusal | undefined> => {
  const bound = (await quotas.ofAccount(accountId)).bytes;
  if (bound === 0) return undefined;
  const used = await executionBytesOf(documents, accountId);
  if (used + wanted <= bound) return undefined;
  const amounts = `${used} of ${bound} bytes`;
  return refuse('quota_reached', `The account’s executions have used ${amounts}.`, [
    { code: 'bytes', message: `${amounts} are used; this takes ${wanted} more` },
  ]);
};
