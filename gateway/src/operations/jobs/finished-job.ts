import { setTimeout } from 'node:timers/promises';
import {
  DocumentsUnavailable,
  type JobDocument,
  type JobEnds,
  type JobReadsOfKind,
  type Position,
  type QueryContext,
} from '@cairn/kernel';
import type { Call } from '../../call/call.js';

/** So long an answer waits for the work before it becomes 202 (SPEC-1). */
const LONGEST_WAIT_MS = 60_000;
/** So long after documents were away they are read again. */
const AGAIN_MS = 250;

/** A job that is over, and the reading in which what it made can be seen. */
export interface FinishedJob {
  readonly job: JobDocument;
  readonly context: QueryContext;
}

/** What it takes of a call to wait for its work. */
export type WaitingCall = Pick<Call, 'respondAsync' | 'readingAfterWork'> & {
  readonly edge: { readonly jobEnds: Pick<JobEnds, 'ended'> };
};

/**
 * The job when it is over and the read models of its service have all that it wrote; `undefined` when that is not within
 * the time, or when nobody wants to wait. Of a job that was retried `after` tells where the retry stands. Documents that cannot be read for a moment end nothing: what was taken on is not
 * answered with a failure.
 */
export const finishedJob = async (
  call: WaitingCall,
  reads: JobReadsOfKind,
  id: string,
  longestMs = LONGEST_WAIT_MS,
  after?: Position,
): Promise<FinishedJob | undefined> => {
  const until = performance.now() + (call.respondAsync ? 0 : longestMs);
  const leftMs = (): number => Math.max(0, until - performance.now());
  const position = await call.edge.jobEnds.ended(reads, id, leftMs(), after);
  if (position === undefined) return undefined;
  const last = { stream: `${reads.category}-${id}`, position };
  for (;;) {
    const finished = await read(call, reads, id, last, leftMs()).catch(unlessUnavailable);
    if (finished !== 'away') return finished;
    if (leftMs() === 0) return undefined;
    await setTimeout(Math.min(AGAIN_MS, leftMs()));
  }
};

/**
 * The same within the time of `Prefer: wait=N`. Without it nobody looks: whether the answer is 202 does not depend on how
 * fast the work was.
 */
export const finishedInWait = async (
  call: WaitingCall & Pick<Call, 'waitSeconds'>,
  reads: JobReadsOfKind,
  id: string,
  after: Position,
): Promise<FinishedJob | undefined> =>
  call.waitSeconds === 0 ? undefined : finishedJob(call, reads, id, call.waitSeconds * 1_000, after);

const read = async (
  call: WaitingCall,
  reads: JobReadsOfKind,
  id: string,
  last: Parameters<WaitingCall['readingAfterWork']>[1],
  withinMs: number,
): Promise<FinishedJob | undefined> => {
  const context = await call.readingAfterWork(reads.service, last, withinMs);
  const job = context === undefined ? undefined : await reads.document(context, id);
  return context === undefined || job === undefined ? undefined : { job, context };
};

const unlessUnavailable = (error: unknown): 'away' => {
  if (error instanceof DocumentsUnavailable) return 'away';
  throw error;
};
