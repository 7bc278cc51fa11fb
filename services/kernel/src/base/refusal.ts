import type { ErrorCode } from '@cairn/contracts';
import type { Json } from './json-value.js';
import type { Position } from './position.js';

/**
 * One thing that is wrong with the input. `pointer` is a JSON pointer into the body, `parameter` a path or query
 * parameter, `file` and `line` (from 1) a place in what was uploaded.
 */
export interface FieldError {
  readonly pointer?: string;
  readonly parameter?: string;
  readonly file?: string;
  readonly line?: number;
  /** Of the later event that changed what `pointer` names, here a JSON pointer into the resource. */
  readonly revision?: number;
  readonly code: string;
  readonly message: string;
}

/** The business says no: a value with a code from the catalogue, never an exception. */
export interface Refusal {
  readonly refused: ErrorCode;
  /** A sentence for the caller, without secrets. */
  readonly detail: string;
  readonly errors?: readonly FieldError[];
  /** Members of the problem that its code has beside those of every problem (RFC 9457, section 3.2). */
  readonly extensions?: Readonly<Record<string, Json>>;
  /** When trying again may help: the `Retry-After` of the answer. */
  readonly retryAfterSeconds?: number;
  /** What the command appended all the same ends here: it is answered when that can be read (law 2). */
  readonly position?: Position;
}

/** Says no. */
export const refuse = (refused: ErrorCode, detail: string, errors?: readonly FieldError[]): Refusal =>
  errors === undefined ? { refused, detail } : { refused, detail, errors };

/** The same words for what does not exist and for what the caller may not know of (SPEC-status). */
export const notFound = (): Refusal => refuse('not_found', 'There is nothing at this address.');

export const isRefusal = (value: unknown): value is Refusal =>
  typeof value === 'object' && value !== null && 'refused' in value;
