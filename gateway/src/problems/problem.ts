import { type ErrorCode, errors } from '@cairn/contracts';
import type { FieldError } from '@cairn/kernel';

/** A bound on what clients take of the process (S11), by the name under which its refusals are counted. */
export type Bound =
  'body_bytes' | 'body_values' | 'form' | 'buffered_bytes' | 'caller_share' | 'client_rate' | 'unread_bytes';

/**
 * An answer of 400 and above on its way out (RFC 9457). Thrown at the edge only; the domain refuses with values.
 */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly status: number;
  constructor(
    readonly code: ErrorCode,
    /** A sentence for the caller, without secrets; the catalogue's when absent. */
    readonly detail?: string,
    readonly more: {
      readonly errors?: readonly FieldError[];
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: unknown;
      /** The bound on what one client may take that it is over; counted. */
      readonly bound?: Bound;
    } = {},
  ) {
    super(detail ?? code);
    this.status = errors[code].status;
  }
}

/** The same for what does not exist and for what the caller may not know of. */
export const notFound = (): Problem => new Problem('not_found');
/** What a query found, else 404. */
export const found = <Value>(value: Value | undefined): Value => {
  if (value === undefined) throw notFound();
  return value;
};
