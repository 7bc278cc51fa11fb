import { type ErrorCode, errors } from '@cairn/contracts';
import { jobById, type JobDocument } from '@cairn/datasets';
import type { Json, Reading } from '@cairn/kernel';
import { found, Problem } from '../../../problems/problem.js';
import type { Answer } from '../../handler.js';

export const jobAt = (id: string): string => `/api/v1/jobs/${id}`;

/** 202: this is how far the work is. It may be over, for who may not read what was made. */
export const jobOnly = async (reading: Reading, id: string): Promise<Answer> => ({
  kind: 'accepted',
  location: jobAt(id),
  body: found(await jobById(reading, id)).resource as Json,
});

/** What the caller is told of work that failed; places in the file stand in `errors`. */
export const failure = ({ error_code, message, errors: places }: JobDocument): Problem =>
  new Problem(codeOf(error_code), message, {
    ...(places === undefined || places.length === 0 ? {} : { errors: places }),
  });

const codeOf = (code: string | undefined): ErrorCode =>
  code !== undefined && Object.hasOwn(errors, code) ? (code as ErrorCode) : 'internal';
