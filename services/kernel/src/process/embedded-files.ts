import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { RecordDamaged } from '../eventlog/port.js';
import type { Logger } from '../logging/port.js';
import { isDamage, isFromStore } from '../sqlite/index.js';
import { messageOf, StartError } from './start-error.js';

/** Opens a file that nothing can make anew. Throws `StartError` when it is damaged or cannot be used. */
export const openKept = <Engine>(path: string, open: (path: string) => Engine): Engine => {
  try {
    return open(path);
  } catch (error) {
    if (!isDamage(error) && !(error instanceof RecordDamaged)) throw asStartError(path, error);
    throw new StartError(`${path} is damaged (${error.message}): put its backup in its place.`);
  }
};

/**
 * Opens a file whose content is made anew when it is not there. One that is damaged, or that was `found` so while it was
 * used, is removed first (R11).
 */
export const openRemade = <Engine>(
  path: string,
  logger: Logger,
  open: (path: string, found: () => void) => Engine,
): Engine => {
  const mark = `${path}.damaged`;
  const remake = (): void => {
    logger.warn({ path }, 'a file is damaged and is made anew');
    for (const name of [path, `${path}-wal`, `${path}-shm`, mark]) rmSync(name, { force: true });
  };
  // Called where an error is on its way to a caller: what fails here must not take its place.
  const found = (): void => {
    if (existsSync(mark)) return;
    try {
      writeFileSync(mark, '');
      logger.error({ path }, 'a file is damaged: the next start makes it anew');
    } catch (error) {
      logger.error({ path, err: error }, 'a file is damaged, and that cannot be remembered: remove it');
    }
  };
  if (existsSync(mark)) remake();
  try {
    return open(path, found);
  } catch (error) {
    if (!isDamage(error)) throw asStartError(path, error);
    remake();
    return open(path, found);
  }
};

/** A file that cannot be opened or written, as a rule one of another user; anything else is what it is. */
export const asStartError = (path: string, error: unknown): unknown =>
  isFromStore(error) || isNotOpened(error)
    ? new StartError(
        `${path} cannot be used (${messageOf(error)}): see that it, the files beside it and its folder belong to the user who starts Cairn and can be written.`,
        { cause: error },
      )
    : error;

/** The driver gives it no code. */
const isNotOpened = (error: unknown): boolean => String(error).startsWith('Error: ConnectionFailed(');
