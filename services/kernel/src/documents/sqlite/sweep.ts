import type { Soon } from '../../clock/soon.js';
import type { Database } from '../../sqlite/index.js';

/** About two milliseconds: a table of a million rows goes in seconds without stopping anyone. */
const ROWS = 300;
const PAUSE_MS = 20;

/** FTS5 opens, and so drops, a table only with the two records that describe it. */
const FTS_CONTENT = 'id > 10';
const ALL = 'true';

/** Deletes some rows of a table that nobody reads any more, or the table when it is empty. Answers whether there was any. */
export const sweepOnce = (database: Database): boolean => {
  const garbage = database
    .prepare<readonly [string, number]>('SELECT name, words FROM garbage ORDER BY name LIMIT 1')
    .get();
  if (garbage === undefined) return false;
  const [name, words] = garbage;
  const [table, which] = words === 1 ? [`${name}_data`, FTS_CONTENT] : [name, ALL];
  database.transaction(() => {
    if (deleteSome(database, table, which) > 0) return;
    database.exec(`DROP TABLE ${name}`);
    database.prepare('DELETE FROM garbage WHERE name = ?').run(name);
  });
  return true;
};

const deleteSome = (database: Database, table: string, which: string): number => {
  const key = database
    .prepare<readonly [string]>('SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk')
    .all(table)
    .flat()
    .join(', ');
  return database
    .prepare(
      `DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE ${which} LIMIT ${ROWS})`,
    )
    .run();
};

/**
 * Sweeps in small steps until nothing is left; `stop` ends it, and the next start goes on. `committed` runs a step when no
 * transaction is open. What fails (a full disk, say) ends it too: garbage hurts nobody.
 */
export const startSweep = (
  database: Database,
  committed: (step: () => boolean) => Soon<boolean>,
  failed: (error: unknown) => void,
): { readonly stop: () => void } => {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const later = (): void => {
    if (!isStopped) timer = setTimeout(() => void step(), PAUSE_MS).unref();
  };
  const step = async (): Promise<void> => {
    try {
      if (await committed(() => !isStopped && sweepOnce(database))) later();
    } catch (error) {
      failed(error);
    }
  };
  later();
  const stop = (): void => {
    isStopped = true;
    clearTimeout(timer);
  };
  return { stop };
};
