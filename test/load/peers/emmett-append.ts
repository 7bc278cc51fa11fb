/** The third side of B2: `emmett-append.ts <folder of the peers> <seconds>`. Single events with the expected version, 64 writers. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Appended {
  readonly nextExpectedStreamVersion: bigint;
}
interface Store {
  appendToStream(
    stream: string,
    events: readonly object[],
    options: { expectedStreamVersion: bigint | 'STREAM_DOES_NOT_EXIST' },
  ): Promise<Appended>;
}
interface EmmettSqlite {
  readonly getSQLiteEventStore: (options: {
    fileName: string;
    schema: { autoMigration: 'CreateOrUpdate' };
  }) => Store;
}

const WRITERS = 64;
const WARM_UP_MS = 700;

/** It does not wait for the pragma that it begins each connection with, so that now and then a commit fails: try again. */
const untilDone = async <Result>(append: () => Promise<Result>): Promise<Result> => {
  for (;;)
    try {
      return await append();
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY')) throw error;
    }
};

const main = async (peers: string, seconds: number): Promise<void> => {
  const { getSQLiteEventStore } = createRequire(join(peers, 'package.json'))(
    '@event-driven-io/emmett-sqlite',
  ) as EmmettSqlite;
  const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-emmett-'));
  const store = getSQLiteEventStore({
    fileName: join(folder, 'events.db'),
    schema: { autoMigration: 'CreateOrUpdate' },
  });
  const event = (number: number): object => ({
    type: 'ItemChanged',
    data: {
      item: '0197a5f0-7c1e-7000-8000-000000000000',
      name: `item ${number}`,
      text: 'a line of text as people write them',
    },
    metadata: { command: randomUUID(), correlation: randomUUID(), at: new Date().toISOString() },
  });
  let events = 0;
  const from = performance.now() + WARM_UP_MS;
  const until = from + seconds * 1000;
  // Its connection is one: calls at the same time would share a transaction, so they stand in a queue.
  let turn: Promise<unknown> = Promise.resolve();
  const write = async (): Promise<void> => {
    const stream = `bench-${randomUUID()}`;
    let expectedStreamVersion: bigint | 'STREAM_DOES_NOT_EXIST' = 'STREAM_DOES_NOT_EXIST';
    for (let number = 0; performance.now() < until; number += 1) {
      const expected = expectedStreamVersion;
      const mine: Promise<Appended> = turn.then(() =>
        untilDone(() => store.appendToStream(stream, [event(number)], { expectedStreamVersion: expected })),
      );
      turn = mine;
      expectedStreamVersion = (await mine).nextExpectedStreamVersion;
      if (performance.now() >= from) events += 1;
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
  process.stdout.write(`${JSON.stringify({ rate: events / ((performance.now() - from) / 1000) })}\n`, () => {
    rmSync(folder, { recursive: true });
    process.exit(0);
  });
};

void main(process.argv[2] ?? '.', Number(process.argv[3] ?? 3));
