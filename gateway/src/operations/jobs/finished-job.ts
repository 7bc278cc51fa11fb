import { setTimeout } from 'node:timers/promises';
import {
  DocumentsUnavailable,
  isJobOver,
  type JobContext,
  type JobDocument,
  type JobReadsOfKind,
} from '@cairn/kernel';

/** So long an answer waits for the work before it becomes 202 (decisions, section 7, 1). */
export const LONGEST_WAIT_MS = 60_000;
const FIRST_LOOK_MS = 10;
const LAST_LOOK_MS = 250;

/**
 * The job when it is over; `undefined` when it is not within the time, or when nobody wants to wait. Documents that cannot be
 * read for a moment end nothing: the work goes on, and what was taken on is not answered with a failure.
 */
export const finishedJob = async (
  reads: Pick<JobReadsOfKind, 'document'>,
  context: JobContext,
  id: string,
  waitMs: number,
): Promise<JobDocument | undefined> => {
  const until = performance.now() + waitMs;
  for (let look = FIRST_LOOK_MS; ; look = Math.min(look * 1.5, LAST_LOOK_MS)) {
    const job = await reads.document(context, id).catch(unlessUnavailable);
    if (job !== undefined && isJobOver(job)) return job;
    if (performance.now() + look > until) return undefined;
    await setTimeout(look);
  }
};

const unlessUnavailable = (error: unknown): undefined => {
  if (error instanceof DocumentsUnavailable) return undefined;
  throw error;
};
