import { type ErrorCode, problemOf } from '@cairn/contracts';
import type { Json } from '@cairn/kernel';
import type { Problem } from './problem.js';

/** The body of a refusal, with the places that it names and the members of its code. */
export const problemBody = (
  problem: Problem,
  instance: string,
  requestId: string,
): { readonly [member: string]: Json; readonly detail: string } => ({
  ...problemOf(problem.code, instance, requestId, problem.detail),
  ...(problem.more.errors === undefined
    ? {}
    : { errors: problem.more.errors.map((error): Json => ({ ...error })) }),
  ...problem.more.extensions,
});

const RETRY: Readonly<Partial<Record<ErrorCode, string>>> = {
  idempotency_running: '1',
  too_many_at_once: '1',
};

/** Headers that a status or a code brings along; the problem's own win. */
export const problemHeaders = (problem: Problem, hasBearer: boolean): Readonly<Record<string, string>> => {
  const retry = RETRY[problem.code] ?? (problem.status === 503 ? '1' : undefined);
  return {
    ...(problem.status === 401 && { 'WWW-Authenticate': challenge(hasBearer) }),
    ...(retry !== undefined && { 'Retry-After': retry }),
    ...problem.more.headers,
  };
};

const challenge = (hasBearer: boolean): string =>
  hasBearer ? 'Bearer realm="cairn", error="invalid_token"' : 'Bearer realm="cairn"';
