import { CairnError } from '../errors/cairn-error.js';

/** The start cannot go on; the message is one sentence that says what to do. */
export class StartError extends CairnError {
  override readonly name = 'StartError';
  override readonly explained = true;
}

/** `EADDRINUSE`, `EACCES` … of a system error. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
