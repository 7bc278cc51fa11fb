import { type ErrorCode, errors, problemType } from '../errors.js';
import type { Problem } from './resources.js';

/** The body of a refusal (RFC 9457; SPEC-errors). `instance` is a path without query and secrets. */
export const problemOf = (
  code: ErrorCode,
  instance: string,
  request_id: string,
  detail: string = errors[code].text,
): Omit<Problem, 'errors'> => ({
  type: problemType(code),
  title: errors[code].title,
  status: errors[code].status,
  detail,
  instance,
  code,
  request_id,
});
