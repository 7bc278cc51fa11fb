import { isNativeError } from 'node:util/types';

/** An error that tells those who catch it what to do with it. Neither is ever read off its name. */
export abstract class CairnError extends Error {
  /** Whether trying again, with nothing else changed, can help. */
  readonly transient: boolean = false;
  /** Whether its message tells a person what to do. */
  readonly explained: boolean = false;
}

/** What is needed cannot be reached or used now: an engine, a service, room on a disk. The message says which and where. */
export abstract class Unavailable extends CairnError {
  override readonly transient = true;
  override readonly explained = true;
}

/** Whether the write happened is not known: send the identical one again (law 3). */
export class OutcomeUnknown extends CairnError {
  override readonly name = 'OutcomeUnknown';
  override readonly transient = true;
}

/** Whether trying again can help: an error that says so, or one of the system, such as a full disk. */
export const isTransient = (error: unknown): boolean =>
  error instanceof CairnError ? error.transient : isNativeError(error) && isOfSystem(error);

/** Packed data that are damaged fail with an `errno` of zlib too. */
const isOfSystem = (error: Error): boolean =>
  'errno' in error && !('code' in error && String(error.code).startsWith('Z_'));

/** Whether the message tells a person what to do. */
export const isExplained = (error: unknown): error is CairnError =>
  error instanceof CairnError && error.explained;
