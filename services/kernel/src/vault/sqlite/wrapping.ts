import type { Database } from '../../sqlite/index.js';
import { type Rewrapping, SEALED_TABLES, type VaultSecrets, type Wrapping, wrappingOf } from '../wrapping.js';

/**
 * The wrapping of a vault that this process alone uses. One that was kept without a secret is wrapped when it is first
 * opened with one. Throws `WrongVaultSecret`.
 */
export const openWrapping = (database: Database, secrets: VaultSecrets): Wrapping => {
  const row = database.prepare<readonly [Buffer, Buffer]>('SELECT salt, proof FROM settings').get();
  const known =
    row === undefined
      ? wrappingOf({ ...secrets, secretBefore: 'none' }, undefined)
      : wrappingOf(secrets, { salt: row[0], proof: row[1] });
  return 'before' in known ? wrapAll(database, known) : known;
};

/** All or nothing: a crash leaves the vault as it was, and the next opening begins again. */
const wrapAll = (database: Database, { before, wrapping, kept }: Rewrapping): Wrapping => {
  database.transaction(() => {
    for (const table of SEALED_TABLES) {
      const rows = database.prepare<readonly [string, Buffer]>(
        `SELECT id, sealed FROM ${table} WHERE sealed IS NOT NULL`,
      );
      const store = database.prepare(`UPDATE ${table} SET sealed = ? WHERE id = ?`);
      for (const [id, sealed] of rows.all())
        store.run(wrapping.wrap(table, id, before.unwrap(table, id, sealed)), id);
    }
    database.exec('DELETE FROM settings');
    database.prepare('INSERT INTO settings VALUES (?, ?)').run(kept.salt, kept.proof);
  });
  return wrapping;
};
