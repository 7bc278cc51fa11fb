import { CommitUnknown } from './database.js';

/** What the driver or the wrapper throws when the file fails; anything else is a bug and stays what it is. */
export const isFromStore = (error: unknown): boolean =>
  error instanceof CommitUnknown ||
  (error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_'));

/** The file itself is damaged: it is no database, or pages of it are not what was written. */
export const isDamage = (error: unknown): error is Error => {
  if (error instanceof CommitUnknown) return isDamage(error.cause);
  return error instanceof Error && 'code' in error && /^SQLITE_(CORRUPT|NOTADB)/.test(String(error.code));
};
