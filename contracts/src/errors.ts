import { datasetErrors } from './datasets/errors.js';
import { graphErrors } from './graphs/errors.js';
import { identityErrors } from './identity/errors.js';
import { modelErrors } from './models/errors.js';
import { platformErrors } from './errors/platform.js';
import { requestErrors } from './errors/requests.js';
import { toldOfExecutions, workflowErrors } from './workflows/errors.js';

/**
 * The catalogue of errors: every `code` that a problem body can carry (SPEC-errors).
 * The documents page, `openapi.json` and the gateway all read it here.
 */
export const errors = {
  ...requestErrors,
  ...identityErrors,
  ...datasetErrors,
  ...modelErrors,
  ...workflowErrors,
  ...graphErrors,
  ...platformErrors,
} as const;

export type ErrorCode = keyof typeof errors;

/** Every code, in the order of the catalogue. */
export const errorCodes = Object.keys(errors) as ErrorCode[];

/** Codes that are told of work, and that answer no request. */
export const toldOfWork: readonly ErrorCode[] = toldOfExecutions;

/** Whether a text is a code of the catalogue. */
export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(errors, text);

/** The problem `type` of a code, a reference to its place in the documents (SPEC-12). */
export const problemType = (code: ErrorCode): string => `/docs/errors#${code}`;

/**
 * Codes that every operation can answer, beside those that its own behaviour and definition add:
 * the request itself, the rate, the availability of the service.
 */
export const commonErrors = [
  'malformed_request',
  'unknown_parameter',
  'invalid_parameter',
  'rate_limited',
  'expectation_failed',
  'headers_too_large',
  'internal',
  'service_unavailable',
  'overloaded',
] as const satisfies readonly ErrorCode[];
