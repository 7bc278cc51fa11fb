import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { RecordDamaged } from '../eventlog/port.js';
import type { Logger } from '../logging/port.js';
import { isDamage } from '../sqlite/index.js';
import { StartError } from './start-error.js';

/** Opens a file that nothing can make anew. Throws `StartError` when it is damaged. */
export const openKept = <Engine>(path: string, open: (path: string) => Engine): Engine => {
  try {
    return open(path);
  } catch (error) {
    if (!isDamage(error) && !(error instanceof RecordDamaged)) throw error;
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
    if (!isDamage(error)) throw error;
    remake();
    return open(path, found);
  }
};
