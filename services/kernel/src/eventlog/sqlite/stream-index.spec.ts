import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../sqlite/index.js';
import { openDatabase } from '../../sqlite/index.js';
import { anEvent, expectAppended, freshStream, someEvents } from '../conformance-events.js';
import type { Append, EventToAppend, StreamTip } from '../port.js';
import { NO_STREAM } from '../port.js';
import type { SqliteEventLog } from './index.js';
import { openSqliteEventLog } from './index.js';
import { INDEXED_AT_ONCE } from './stream-index.js';

describe('the index of streams', () => {
  let folder: string;
  let file: Database;
  let log: SqliteEventLog;
  let failing: boolean;
  const streams = Array.from({ length: 7 }, () => freshStream());
  let written: Map<string, { readonly events: EventToAppend[]; tip: StreamTip | undefined }>;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cairn-index-'));
    file = openDatabase(join(folder, 'log.db'), { synchronous: 'FULL' });
    failing = false;
    log = openSqliteEventLog({ database: { ...file, transaction } });
    written = new Map(streams.map((stream) => [stream, { events: [], tip: undefined }]));
  });
  afterEach(async () => {
    await log.close();
    file.close();
    await rm(folder, { recursive: true, force: true });
  });

  const transaction: Database['transaction'] = (work) =>
    file.transaction(() => {
      const result = work();
      if (failing) throw new Error('no more room');
      return result;
    });
  const reopen = async (): Promise<void> => {
    await log.close();
    log = openSqliteEventLog({ database: file });
  };
  const next = (stream: string, count: number): Append => ({
    stream,
    expected: written.get(stream)?.tip ?? NO_STREAM,
    events: someEvents(count),
  });
  /** Rounds over all streams, so that each lies scattered over the log. */
  const write = async (rounds: number, count: number): Promise<void> => {
    for (let round = 0; round < rounds; round++) {
      const appends = streams.map((stream) => next(stream, count));
      const results = await log.appendMany(appends);
      results.forEach((result, index) => {
        const stream = written.get(streams[index]!)!;
        stream.events.push(...appends[index]!.events);
        stream.tip = expectAppended(result).tip;
      });
    }
  };
  const idsOf = (events: readonly { readonly id: string }[]): string => events.map(({ id }) => id).join();
  const expectAllThere = async (): Promise<void> => {
    for (const [stream, { events, tip }] of written) {
      const all = await log.read(stream);
      expect(idsOf(all)).toBe(idsOf(events));
      const middle = Math.floor(events.length / 2);
      const first = await log.read(stream, { through: BigInt(middle), limit: middle });
      expect(idsOf(first)).toBe(idsOf(events.slice(0, middle)));
      const rest = await log.read(stream, { after: all[middle]!, limit: 300 });
      expect(idsOf(rest)).toBe(idsOf(events.slice(middle + 1, middle + 301)));
      const again = await log.append({ stream, expected: NO_STREAM, events: [anEvent()] });
      expect(again).toEqual({ status: 'conflict', tip });
    }
  };

  it.each([
    ['fewer events than are indexed at once', 3, 10],
    ['more, across the boundary in the middle of an append', 5, 90],
    ['several times as many', 14, 90],
  ])('finds everything after %s, before and after opening again', async (_, rounds, count) => {
    await write(rounds, count);
    await expectAllThere();
    await reopen();
    await expectAllThere();
    await write(2, 3);
    await expectAllThere();
  });

  it('indexes exactly what stands before the last multiple', async () => {
    await write(5, 90);
    const indexed = file
      .prepare<readonly [number, number]>('SELECT count(*), max(position) FROM stream_positions')
      .get();
    expect(indexed).toEqual([INDEXED_AT_ONCE, INDEXED_AT_ONCE]);
    expect(file.prepare<readonly [number]>('SELECT count(*) FROM stream_names').get()).toEqual([
      streams.length,
    ]);
  });

  it('law 4: knows what is there when the transaction that would have indexed fails', async () => {
    await write(3, 90);
    failing = true;
    const results = await log.appendMany([...streams, freshStream()].map((stream) => next(stream, 90)));
    expect(results.every((result) => result instanceof Error)).toBe(true);
    for (const [stream, { events }] of written) expect(idsOf(await log.read(stream))).toBe(idsOf(events));
    await reopen();
    await expectAllThere();
    await write(2, 90);
    await expectAllThere();
  });
});
