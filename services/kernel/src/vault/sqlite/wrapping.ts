import type { Database } from '../../sqlite/index.js';
import { serverKeyRow } from '../keys.js';
import {
  type Rewrapping,
  SEALED_TABLES,
  type SealedTable,
  type VaultSecrets,
  type Wrapping,
  wrappingOf,
} from '../wrapping.js';

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
      const store = database.prepare(`UPDATE ${table} SET sealed = ? WHERE id = ?`);
      for (const { id, row, sealed } of sealedIn(database, table))
        store.run(wrapping.wrap(table, row, before.unwrap(table, row, sealed)), id);
    }
    database.exec('DELETE FROM settings');
    database.prepare('INSERT INTO settings VALUES (?, ?)').run(kept.salt, kept.proof);
  });
  return wrapping;
};

interface SealedRow {
  readonly id: string;
  /** What its wrapping is bound to. */
  readonly row: string;
  readonly sealed: Buffer;
}

const sealedIn = (database: Database, table: SealedTable): readonly SealedRow[] => {
  const purpose = table === 'server_keys' ? 'purpose' : 'NULL';
  return database
    .prepare<readonly [string, Buffer, string | null]>(
      `SELECT id, sealed, ${purpose} FROM ${table} WHERE sealed IS NOT NULL`,
    )
    .all()
    .map(([id, sealed, of]) => ({ id, row: of === null ? id : serverKeyRow(of, id), sealed }));
};
