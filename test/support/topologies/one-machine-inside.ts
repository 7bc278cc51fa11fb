import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ErrorLog } from '@cairn/contracts';
import Libsql from 'libsql';
import { filesBelow, filesHolding } from '../files.js';
import { errorRegister, type Inside, type LoggedEvent } from '../inside.js';
import { appendTo, mendLast } from './log-file.js';

interface StoredRow extends Omit<LoggedEvent, 'id' | 'position' | 'revision'> {
  readonly hex: string;
  readonly position: number;
  readonly revision: number;
}

const uuidOf = (hex: string): string => hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

const textOf = (position: number): string => String(position).padStart(20, '0');

/** The files of one machine. */
export class OneMachineInside implements Inside {
  readonly mails: string;
  readonly keepsMails = true;

  constructor(private readonly folder: string) {
    this.mails = join(folder, 'mail');
  }

  async head(): Promise<string> {
    const [row] = this.#read('log.db', 'SELECT max(position) AS head FROM events') as readonly {
      readonly head: number | null;
    }[];
    return typeof row?.head === 'number' ? textOf(row.head) : '';
  }

  async events(after = ''): Promise<readonly LoggedEvent[]> {
    const rows = this.#read(
      'log.db',
      `SELECT lower(hex(events.id)) AS hex, events.position AS position, streams.name AS stream, events.revision AS revision,
         event_types.type AS type, data, metadata
       FROM events JOIN event_types ON event_types.key = events.type JOIN streams ON streams.key = events.stream
       WHERE events.position > ? ORDER BY events.position`,
      Number(after),
    ) as readonly StoredRow[];
    return rows.map(({ hex, position, revision, ...event }) => ({
      ...event,
      id: uuidOf(hex),
      position: textOf(position),
      revision: BigInt(revision),
    }));
  }

  async sessionKey(): Promise<{ readonly id: string; readonly key: Buffer }> {
    const [row] = this.#read(
      'vault.db',
      `SELECT id, sealed FROM server_keys WHERE purpose = ? ORDER BY generation DESC LIMIT 1`,
      'session',
    ) as readonly { readonly id: string; readonly sealed: Buffer }[];
    if (row === undefined) throw new Error('the vault has no key for sessions');
    return { id: row.id, key: Buffer.from(row.sealed) };
  }

  async holding(text: string): Promise<readonly string[]> {
    return filesHolding(this.folder, text);
  }

  async blobs(): Promise<readonly string[]> {
    return filesBelow(join(this.folder, 'blobs'));
  }

  async countError(error: ErrorLog): Promise<void> {
    const { key, value } = errorRegister(error);
    const database = new Libsql(join(this.folder, 'registers.db'), { timeout: 5_000 });
    try {
      database
        .prepare('INSERT OR REPLACE INTO registers VALUES (CAST(? AS BLOB), ?, 1, NULL)')
        .run([key, JSON.stringify(value)]);
    } finally {
      database.close();
    }
  }

  async dropReadModels(): Promise<void> {
    this.#drop('views.db');
  }
  async dropRegisters(): Promise<void> {
    this.#drop('registers.db');
  }

  async append(stream: string, data: object, type?: string): Promise<void> {
    appendTo(join(this.folder, 'log.db'), stream, data, type);
  }
  readonly mendLast = async (stream: string, data: object): Promise<void> =>
    mendLast(join(this.folder, 'log.db'), stream, data);

  #drop(name: string): void {
    for (const end of ['', '-wal', '-shm']) rmSync(join(this.folder, name + end), { force: true });
  }

  #read(file: string, query: string, ...values: readonly (string | number)[]): readonly unknown[] {
    const database = new Libsql(join(this.folder, file), { readonly: true });
    try {
      return database.prepare(query).all([...values]);
    } finally {
      database.close();
    }
  }
}
