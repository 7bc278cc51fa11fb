/**
 * The peer of B1 and B3: plain express over SQLite with `synchronous = FULL`, a transaction for each write, the record
 * as JSON, read back for the answer. `express-crud.ts <secret>`: with a secret, reads check a bearer signed with it.
 */
import { createSecretKey, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { verify } from 'jsonwebtoken';
import Libsql from 'libsql';

const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-crud-'));
const database = new Libsql(join(folder, 'crud.db'));
database.exec('PRAGMA journal_mode = WAL');
database.exec('PRAGMA synchronous = FULL');
database.exec('CREATE TABLE datasets (id TEXT PRIMARY KEY, doc TEXT NOT NULL)');
const insert = database.prepare('INSERT INTO datasets (id, doc) VALUES (?, ?)');
const select = database.prepare('SELECT doc FROM datasets WHERE id = ?');
const recordOf = (id: string): unknown => {
  const row = select.get([id]) as { doc: string } | undefined;
  return row && (JSON.parse(row.doc) as unknown);
};

const secret = process.argv[2];
const key = secret === undefined ? undefined : createSecretKey(Buffer.from(secret, 'base64url'));
const isAllowed = (header: string | undefined): boolean => {
  if (key === undefined) return true;
  try {
    return verify((header ?? '').slice('Bearer '.length), key, { algorithms: ['HS256'] }) !== '';
  } catch (error) {
    if (error instanceof Error) return false;
    throw error;
  }
};

const app = express();
app.use(express.json());
app.post('/api/v1/datasets', (request, response) => {
  const id = randomUUID();
  const now = new Date().toISOString();
  const record = { id, created_at: now, updated_at: now, ...(request.body as object) };
  insert.run([id, JSON.stringify(record)]);
  response.status(201).location(`/api/v1/datasets/${id}`).json(recordOf(id));
});
app.get('/api/v1/datasets/:id', (request, response) => {
  if (!isAllowed(request.headers.authorization)) {
    response.status(401).end();
    return;
  }
  const record = recordOf(request.params.id);
  if (record === undefined) response.status(404).end();
  else response.json(record);
});

const server = app.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.on('SIGTERM', () => {
  database.close();
  rmSync(folder, { recursive: true });
  process.exit(0);
});
