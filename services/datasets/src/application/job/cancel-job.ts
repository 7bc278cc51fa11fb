import { callerFor } from '@cairn/assets';
import { type CommandContext, isRefusal, type Refusal, refuse, scopesCover } from '@cairn/kernel';
import { dataset, datasetAsset } from '../../domain/dataset/state.js';
import type { KnownJob } from '../../domain/job/state.js';

/** Why the caller may not cancel it: for who may know of it, and asked for it or may write to its dataset. */
export const cancelRefusal = async (context: CommandContext, job: KnownJob): Promise<Refusal | undefined> => {
  const { principal, load } = context;
  const owner = await load(dataset, job.dataset_id);
  const caller = await callerFor(context, owner);
  const isOwn = job.user_id === principal.userId;
  const { mayAccess } = datasetAsset;
  const [read, write] = [mayAccess(caller, owner, 'read'), mayAccess(caller, owner, 'write')];
  if (isRefusal(read) && (!isOwn || isRefusal(write)))
    return refuse('job_not_found', 'There is no such job.');
  if (!isRefusal(write) || (isOwn && scopesCover(principal.scopes, 'datasets:write'))) return undefined;
  return write;
};
