import type { Database } from '../../sqlite/index.js';

/** Taken at once, so that a write costs no second one for its number. */
const BLOCK = 1000;

/**
 * Numbers that are given out once for as long as the file lives: blocks of them are taken from a row, what is left of
 * a block is lost with the process. Below 2^53 for more than a hundred thousand years of a thousand writes a second.
 */
export const openRevisions = (database: Database): (() => number) => {
  database.exec(`CREATE TABLE IF NOT EXISTS register_revisions (given INTEGER NOT NULL)`);
  database.exec(
    `INSERT INTO register_revisions SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM register_revisions)`,
  );
  const take = database.prepare<readonly [number]>(
    `UPDATE register_revisions SET given = given + ${BLOCK} RETURNING given`,
  );
  let next = 1;
  let end = 0;
  return () => {
    if (next > end) {
      // `all` reads the statement to its end, so that it commits.
      end = take.all()[0]![0];
      next = end - BLOCK + 1;
    }
    const revision = next;
    next += 1;
    return revision;
  };
};
