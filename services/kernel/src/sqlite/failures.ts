import { CommitUnknown } from './database.js';

/** What the driver or the wrapper throws when the file fails; anything else is a bug and stays what it is. */
export const isFromStore = (error: unknown): boolean =>
  error instanceof CommitUnknown ||
  (error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_'));
