import { randomBytes, scryptSync } from 'node:crypto';
import type { Database } from '../../sqlite/index.js';
import { SealBroken, seal, unseal } from '../sealing.js';
import { SEALED_TABLES, type SealedTable } from './schema.js';

/** About 80 ms and 32 MB, once at start. */
const SCRYPT = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };
const PROOF = 'the secret of this vault';

/** The secret given is not the one that the vault is wrapped by. */
export class WrongVaultSecret extends Error {
  override readonly name = 'WrongVaultSecret';
}

/** How bytes are kept in the file. A row's table and id are bound to them: moved to another row, they do not open. */
export interface Wrapping {
  wrap(table: SealedTable, id: string, plain: Uint8Array): Buffer;
  /** Throws `SealBroken`. */
  unwrap(table: SealedTable, id: string, kept: Buffer): Buffer;
}

const plainWrapping: Wrapping = {
  wrap: (_table, _id, plain) => Buffer.from(plain),
  unwrap: (_table, _id, kept) => kept,
};

const wrappingUnder = (key: Buffer): Wrapping => ({
  wrap: (table, id, plain) => seal(key, plain, `${table}/${id}`),
  unwrap: (table, id, kept) => unseal(key, kept, `${table}/${id}`),
});

/**
 * The wrapping of a vault. One that was kept without a secret is wrapped when it is first opened with one.
 * Throws `WrongVaultSecret`.
 */
export const openWrapping = (database: Database, secret: string | undefined): Wrapping => {
  const settings = database.prepare<readonly [Buffer, Buffer]>('SELECT salt, proof FROM settings').get();
  if (settings === undefined) return secret === undefined ? plainWrapping : wrapAll(database, secret);
  if (secret === undefined)
    throw new WrongVaultSecret('The vault is wrapped by a secret and none was given: set CAIRN_SECRET.');
  const [salt, proof] = settings;
  const key = keyFrom(secret, salt);
  try {
    unseal(key, proof, PROOF);
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    throw new WrongVaultSecret('CAIRN_SECRET is not the secret that the vault is wrapped by.');
  }
  return wrappingUnder(key);
};

const keyFrom = (secret: string, salt: Buffer): Buffer =>
  scryptSync(secret.normalize('NFKC'), salt, 32, SCRYPT);

/** All or nothing: a crash leaves the vault unwrapped, and the next opening begins again. */
const wrapAll = (database: Database, secret: string): Wrapping => {
  const salt = randomBytes(16);
  const key = keyFrom(secret, salt);
  const wrapping = wrappingUnder(key);
  database.transaction(() => {
    for (const table of SEALED_TABLES) {
      const rows = database.prepare<readonly [string, Buffer]>(
        `SELECT id, sealed FROM ${table} WHERE sealed IS NOT NULL`,
      );
      const store = database.prepare(`UPDATE ${table} SET sealed = ? WHERE id = ?`);
      for (const [id, plain] of rows.all()) store.run(wrapping.wrap(table, id, plain), id);
    }
    database.prepare('INSERT INTO settings VALUES (?, ?)').run(salt, seal(key, Buffer.from(PROOF), PROOF));
  });
  return wrapping;
};
