import { CairnError } from '../errors/cairn-error.js';

/** The start cannot go on; the message is one sentence that says what to do. */
export class StartError extends CairnError {
  override readonly name = 'StartError';
  override readonly explained = true;
}

/** An engine did not answer for as long as a start waits for one: the same start may go well later. */
export class EngineAway extends StartError {
  override readonly transient = true;
}

/** The exit code of `EngineAway`, by which a supervisor knows that it may start the process again: `EX_TEMPFAIL` of sysexits.h. */
export const ENGINE_AWAY_EXIT = 75;

/** `EADDRINUSE`, `EACCES` … of a system error. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
