/**
 * What is sealed stands in `sealed`. An erased person keeps a row without a key, so that no new key is ever made.
 * `settings` holds one row: the salt, and a text sealed under what the secret and the salt give; no row, no secret.
 */
export const SCHEMA = `
  CREATE TABLE IF NOT EXISTS persons (id TEXT PRIMARY KEY, sealed BLOB) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS credentials (id TEXT PRIMARY KEY, sealed BLOB NOT NULL, written_at INTEGER NOT NULL) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS credentials_by_age ON credentials (written_at, id);
  CREATE TABLE IF NOT EXISTS server_keys (id TEXT PRIMARY KEY, sealed BLOB NOT NULL, purpose TEXT NOT NULL, generation INTEGER NOT NULL) WITHOUT ROWID;
  CREATE UNIQUE INDEX IF NOT EXISTS server_keys_by_purpose ON server_keys (purpose, generation);
  CREATE TABLE IF NOT EXISTS settings (salt BLOB NOT NULL, proof BLOB NOT NULL);
`;
