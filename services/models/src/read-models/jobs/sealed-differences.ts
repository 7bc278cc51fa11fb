import type { ReplayDifference } from '@cairn/contracts';
import { decryptText, encryptText, type JobSeals, type PersonalPlace } from '@cairn/kernel';
import { modelJob } from '../../domain/job/state.js';
import type { SealedDifference } from '../../domain/replay/tally.js';

const placeOf = (jobId: string, inferenceId: string): PersonalPlace => ({
  person: inferenceId,
  stream: `${modelJob.category}-${jobId}`,
  field: 'differences',
});

/**
 * A difference as the events of a replay tell it: sealed under the key of its inference, and so unreadable once that is
 * deleted (law 8). `undefined` when it is deleted already.
 */
export const sealedDifference = async (
  vault: JobSeals,
  jobId: string,
  { inference_id, ...answers }: ReplayDifference,
): Promise<SealedDifference | undefined> => {
  const key = await vault.findKey(inference_id);
  return (
    key && { inference_id, sealed: encryptText(key, JSON.stringify(answers), placeOf(jobId, inference_id)) }
  );
};

/** The difference that was sealed; `undefined` once its inference is deleted. */
export const openedDifference = async (
  vault: JobSeals,
  jobId: string,
  { inference_id, sealed }: SealedDifference,
): Promise<ReplayDifference | undefined> => {
  const key = await vault.findKey(inference_id);
  if (key === undefined) return undefined;
  const text = decryptText(key, sealed, placeOf(jobId, inference_id));
  return { inference_id, ...(JSON.parse(text) as Omit<ReplayDifference, 'inference_id'>) };
};
