import { type ErrorCode, errors } from '@cairn/contracts';
import { type FieldError, isRefusal, type Json, type Refusal } from '@cairn/kernel';

/** A bound on what clients take of the process (S11), by the name under which its refusals are counted. */
export type Bound =
  | 'body_bytes'
  | 'body_values'
  | 'form'
  | 'buffered_bytes'
  | 'caller_share'
  | 'client_rate'
  | 'unread_bytes';

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
      /** Members that its code has beside those of every problem. */
      readonly extensions?: Readonly<Record<string, Json>>;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: unknown;
      /** The bound that it is over, of what one client may take or what may be stored; counted. */
      readonly bound?: Bound | 'unused_uploads';
    } = {},
  ) {
    super(detail ?? code);
    this.status = errors[code].status;
  }
}

/** What a query or a command refused. */
export const refusedProblem = ({ refused, detail, errors: places, retryAfterSeconds }: Refusal): Problem =>
  new Problem(refused, detail, {
    ...(places === undefined ? {} : { errors: places }),
    ...(retryAfterSeconds === undefined ? {} : { headers: { 'Retry-After': String(retryAfterSeconds) } }),
  });

/** Of what may be stored: the bound that a problem tells of, for metrics. */
export const storageBoundOf = ({ code, more }: Problem): string | undefined => {
  if (code === 'quota_reached') return more.errors?.[0]?.code ?? 'quota';
  if (code === 'storage_full') return 'disk';
  return more.bound === 'unused_uploads' ? more.bound : undefined;
};

/** A cursor that no list here gave, or not this one. */
export const invalidCursor = (message: string): Problem =>
  new Problem('invalid_parameter', `\`cursor\` ${message}.`, {
    errors: [{ parameter: 'cursor', code: 'cursor', message }],
  });

/** The same for what does not exist and for what the caller may not know of. */
export const notFound = (): Problem => new Problem('not_found');
/** What a query found, else 404; a refusal is thrown as the problem that it is. */
export const found = <Value>(value: Value | Refusal | undefined): Value => {
  if (value === undefined) throw notFound();
  if (isRefusal(value)) throw refusedProblem(value);
  return value;
};
