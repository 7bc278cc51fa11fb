import type { Database } from '../../sqlite/index.js';
import { knownWrapping, newWrapping, plainWrapping, SEALED_TABLES, type Wrapping } from '../wrapping.js';

/**
 * The wrapping of a vault. One that was kept without a secret is wrapped when it is first opened with one.
 * Throws `WrongVaultSecret`.
 */
export const openWrapping = (database: Database, secret: string | undefined): Wrapping => {
  const settings = database.prepare<readonly [Buffer, Buffer]>('SELECT salt, proof FROM settings').get();
  if (settings !== undefined) return knownWrapping(secret, { salt: settings[0], proof: settings[1] });
  return secret === undefined ? plainWrapping : wrapAll(database, secret);
};

/** All or nothing: a crash leaves the vault unwrapped, and the next opening begins again. */
const wrapAll = (database: Database, secret: string): Wrapping => {
  const { wrapping, kept } = newWrapping(secret);
  database.transaction(() => {
    for (const table of SEALED_TABLES) {
      const rows = database.prepare<readonly [string, Buffer]>(
        `SELECT id, sealed FROM ${table} WHERE sealed IS NOT NULL`,
      );
      const store = database.prepare(`UPDATE ${table} SET sealed = ? WHERE id = ?`);
      for (const [id, plain] of rows.all()) store.run(wrapping.wrap(table, id, plain), id);
    }
    database.prepare('INSERT INTO settings VALUES (?, ?)').run(kept.salt, kept.proof);
  });
  return wrapping;
};
