import { type ErrorCode, errors } from '@cairn/contracts';
import type { JobDocument, JobReads, Json, QueryContext } from '@cairn/kernel';
import type { Answer } from '../../call/answer.js';
import { found, Problem } from '../../problems/problem.js';

export const jobAt = (id: string): string => `/api/v1/jobs/${id}`;

/** 202: this is how far the work is. It may be over, for who may not read what was made. */
export const jobOnly = async (
  reads: Pick<JobReads, 'byId'>,
  context: QueryContext,
  id: string,
): Promise<Answer> => ({
  kind: 'accepted',
  location: jobAt(id),
  body: found(await reads.byId(context, id)).resource as Json,
});

/** Throws what the caller is told of work that was cancelled or failed; places in the file stand in `errors`. */
export const unlessUndone = ({ status, error_code, message, errors: places }: JobDocument): void => {
  if (status === 'cancelled') throw new Problem('job_cancelled');
  if (status !== 'failed') return;
  throw new Problem(codeOf(error_code), message, {
    ...(places === undefined || places.length === 0 ? {} : { errors: places }),
  });
};

const codeOf = (code: string | undefined): ErrorCode =>
  code !== undefined && Object.hasOwn(errors, code) ? (code as ErrorCode) : 'internal';
