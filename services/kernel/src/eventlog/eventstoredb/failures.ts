import type { EndPoint } from '@eventstore/db-client';
import {
  AccessDeniedError,
  convertToCommandError,
  NotLeaderError,
  StreamDeletedError,
} from '@eventstore/db-client';
import { status } from '@grpc/grpc-js';
import type { Position } from '../../base/position.js';
import { LogUnavailable } from '../port.js';

/** What a call that failed says. */
export type Failure =
  /** The connection or the server is gone, or has no time: the same call may succeed later, on a new connection. */
  | { readonly kind: 'lost'; readonly leader: EndPoint | undefined }
  | { readonly kind: 'denied' }
  | { readonly kind: 'tombstoned' }
  /** The server does not understand the call: it never will. */
  | { readonly kind: 'refused' }
  /** No record begins at that position of `$all`. */
  | { readonly kind: 'misplaced'; readonly position: Position };

/** `from`: the position in `$all` that the call named. */
export const failureOf = (error: unknown, from?: Position): Failure => {
  const known = error instanceof Error ? convertToCommandError(error) : error;
  if (known instanceof NotLeaderError) return { kind: 'lost', leader: known.leader };
  if (known instanceof AccessDeniedError) return { kind: 'denied' };
  if (known instanceof StreamDeletedError) return { kind: 'tombstoned' };
  if (from !== undefined && hasCode(known, status.UNKNOWN, status.INVALID_ARGUMENT))
    return { kind: 'misplaced', position: from };
  if (hasCode(known, status.INVALID_ARGUMENT)) return { kind: 'refused' };
  return { kind: 'lost', leader: undefined };
};

const hasCode = (error: unknown, ...codes: readonly status[]): boolean =>
  error instanceof Error && 'code' in error && codes.some((code) => code === error.code);

/** Says which engine, where it is, and what can be done. */
export class Complaints {
  readonly #engine: string;

  constructor(address: string) {
    this.#engine = `EventStoreDB at ${address}`;
  }

  /** It was not reached, or did not answer. */
  silent(ms: number, cause: unknown): string {
    return `${this.#engine} does not answer within ${ms} ms: ${reasonOf(cause)}; does it run, is the address right?`;
  }

  denied(what: string): string {
    return `${this.#engine} denies ${what}: look at the user in its address and at its rights`;
  }

  tooOld(version: string): string {
    return `${this.#engine} is of version ${version}: 23.10 or newer is needed`;
  }

  tooLarge(bytes: number): string {
    return `${this.#engine} takes no append of ${bytes} bytes: split it, or raise its MaxAppendSize`;
  }

  beyondAnySetting(bytes: number, largest: number): string {
    return `${this.#engine} takes no append of ${bytes} bytes, whatever its MaxAppendSize: split it, ${largest} is the most`;
  }

  misplaced(position: Position, cause: unknown): string {
    return (
      `${this.#engine} has no record at position ${position} (${reasonOf(cause)}): its log is not the one that this ` +
      'position was taken from. Restore that log, or rebuild what keeps the position'
    );
  }

  refused(what: string): string {
    return `${this.#engine} refuses: ${what}`;
  }
}

export const closed = (): LogUnavailable => new LogUnavailable('the log is closed');

export const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message.replace(EMPTY_NOTE, '') : String(error);

/** What gRPC adds to its messages also where the name was resolved without a remark. */
const EMPTY_NOTE = /\.? Resolution note: $/;
