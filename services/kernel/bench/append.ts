/**
 * One side of B2 for some seconds: `append.ts <ours|raw> <seconds>`. Prints durable events a second as `{"rate": …}`.
 * Both write the same columns and payload to a file of their own with `synchronous = FULL`.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seal } from '../src/eventlog/chain.js';
import { openSqliteEventLog } from '../src/eventlog/index.js';
import { type EventToAppend, type Expected, NO_STREAM } from '../src/eventlog/port.js';
import { openDatabase } from '../src/sqlite/index.js';

const WRITERS = 64;
const WARM_UP_MS = 700;

const anEvent = (number: number): EventToAppend => ({
  id: randomUUID(),
  type: 'bench.item.changed.v1',
  data: {
    item: '0197a5f0-7c1e-7000-8000-000000000000',
    name: `item ${number}`,
    text: 'a line of text as people write them',
  },
  metadata: {
    command: randomUUID(),
    commandName: 'bench.changeItem',
    request: 'Zm9ydHktdHdvLWNoYXJhY3RlcnMtb2YtYS1kaWdlc3Q',
    actor: { kind: 'user', id: '0197a5f0-7c1e-7000-8000-000000000001' },
    correlation: '0197a5f0-7c1e-7000-8000-000000000002',
    at: '2026-11-21T10:00:00.000Z',
  },
});

/** What counts once the warm-up is over. */
class Count {
  readonly #from = performance.now() + WARM_UP_MS;
  readonly #until: number;
  #events = 0;

  constructor(seconds: number) {
    this.#until = this.#from + seconds * 1000;
  }
  get over(): boolean {
    return performance.now() > this.#until;
  }
  add(events: number): void {
    if (performance.now() >= this.#from) this.#events += events;
  }
  get rate(): number {
    return this.#events / ((performance.now() - this.#from) / 1000);
  }
}

/** 64 writers, a stream each: single events with the expected revision; the log looks for the event's id on a conflict. */
const ours = async (folder: string, seconds: number): Promise<number> => {
  const log = openSqliteEventLog({ path: join(folder, 'log.db') });
  const count = new Count(seconds);
  const write = async (): Promise<void> => {
    const stream = `bench-${randomUUID()}`;
    let expected: Expected = NO_STREAM;
    for (let number = 0; !count.over; number += 1) {
      const outcome = await log.append({ stream, expected, events: [anEvent(number)] });
      if (outcome.status === 'conflict') throw new Error('a stream has one writer');
      expected = outcome.tip;
      count.add(1);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
  const { rate } = count;
  await log.close();
  return rate;
};

/** The same rows by hand, 64 in a transaction. */
const raw = async (folder: string, seconds: number): Promise<number> => {
  const database = openDatabase(join(folder, 'raw.db'), { synchronous: 'FULL' });
  database.exec(
    `CREATE TABLE events (position INTEGER PRIMARY KEY, stream INTEGER NOT NULL, revision INTEGER NOT NULL,
      type INTEGER NOT NULL, id BLOB NOT NULL, hash BLOB NOT NULL, metadata TEXT NOT NULL, data TEXT NOT NULL)`,
  );
  const insert = database.prepare(
    'INSERT INTO events (position, stream, revision, type, id, hash, metadata, data) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const hash = Buffer.from(seal(NO_STREAM, [anEvent(0)])[0]?.hash ?? '', 'hex');
  const id = Buffer.alloc(16, 7);
  const count = new Count(seconds);
  let position = 0;
  while (!count.over) {
    database.transaction(() => {
      for (let writer = 0; writer < WRITERS; writer += 1) {
        const { data, metadata } = anEvent(position);
        position += 1;
        insert.run(position, writer, position, 1, id, hash, JSON.stringify(metadata), JSON.stringify(data));
      }
    });
    count.add(WRITERS);
  }
  const { rate } = count;
  database.close();
  return rate;
};

const main = async (side: string, seconds: number): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-append-'));
  try {
    const rate = await (side === 'ours' ? ours : raw)(folder, seconds);
    process.stdout.write(`${JSON.stringify({ rate })}\n`);
  } finally {
    rmSync(folder, { recursive: true });
  }
};

void main(process.argv[2] ?? 'ours', Number(process.argv[3] ?? 3));
