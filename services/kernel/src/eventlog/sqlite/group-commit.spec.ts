import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../sqlite/index.js';
import { CommitUnknown, openDatabase } from '../../sqlite/index.js';
import { anEvent, expectAppended, fill, freshStream, someEvents } from '../conformance-events.js';
import type { Append } from '../port.js';
import { START } from '../../base/position.js';
import { OutcomeUnknown } from '../../errors/cairn-error.js';
import { LogUnavailable, NO_STREAM } from '../port.js';
import type { SqliteEventLog } from './index.js';
import { openSqliteEventLog } from './index.js';
import { categoryOf } from './records.js';

const anAppend = (): Append => ({ stream: freshStream(), expected: NO_STREAM, events: someEvents(1) });

const held = (): { readonly promise: Promise<void>; readonly resolve: () => void } => {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
};
/** A transaction is made in the next turn of the event loop. */
const committed = async (): Promise<void> => {
  await nextTurn();
  await nextTurn();
};

describe('group commits on SQLite', () => {
  let folder: string;
  let file: Database;
  let log: SqliteEventLog;
  let transactions: number;
  /** Called before the next commits. */
  let sabotage: (() => void) | undefined;
  /** Who waited for the disk at each commit. */
  let waits: string[];
  /** What a commit waits for beside the disk. */
  let disk: (() => Promise<void>) | undefined;
  /** The disk takes no time at all. */
  let isQuick: boolean;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cairn-commit-'));
    file = openDatabase(join(folder, 'log.db'), { synchronous: 'NORMAL' });
    transactions = 0;
    waits = [];
    isQuick = false;
    sabotage = undefined;
    disk = undefined;
    log = openSqliteEventLog({ database: { ...file, transaction, syncWal } });
  });
  afterEach(async () => {
    await log.close();
    file.close();
    await rm(folder, { recursive: true, force: true });
  });

  const transaction: Database['transaction'] = (work) => {
    transactions += 1;
    return file.transaction(() => {
      const result = work();
      sabotage?.();
      return result;
    });
  };
  const syncWal: Database['syncWal'] = async (wait) => {
    waits.push(wait);
    await disk?.();
    if (!isQuick) await file.syncWal(wait);
  };
  const reopen = async (): Promise<void> => {
    await log.close();
    log = openSqliteEventLog({ database: file });
  };

  it('takes what waits into one transaction', async () => {
    transactions = 0;
    await Promise.all(Array.from({ length: 64 }, () => log.append(anAppend())));
    expect(transactions).toBe(1);
  });

  it('R1: nobody hears of an append and nobody sees it before it is on disk', async () => {
    const stream = freshStream();
    const { tip } = await fill(log, stream, 1);
    const head = await log.head();
    const { promise, resolve: reached } = held();
    disk = () => promise;
    let heard = false;
    const appended = log.append({ stream, expected: tip, events: someEvents(1) });
    void appended.then(() => (heard = true));
    await committed();

    expect(heard).toBe(false);
    expect(await log.read(stream)).toHaveLength(1);
    expect(await log.head()).toBe(head);
    const seen = await log.readAll({ after: START, categories: [categoryOf(stream)], limit: 10 });
    expect(seen.events).toHaveLength(1);

    reached();
    expectAppended(await appended);
    expect(await log.read(stream)).toHaveLength(2);
  });

  it('takes what comes while the disk is waited for into the next transaction', async () => {
    const { promise, resolve: reached } = held();
    disk = () => promise;
    transactions = 0;
    const first = log.append(anAppend());
    await committed();
    const others = Array.from({ length: 64 }, () => log.append(anAppend()));
    await committed();
    expect(transactions).toBe(1);
    reached();
    await Promise.all([first, ...others]);
    expect(transactions).toBe(2);
  });

  describe('waits for the disk', () => {
    const append = (count: number) =>
      Promise.all(Array.from({ length: count }, () => log.append(anAppend())));

    it('beside the event loop, however quick it is, where little was written', async () => {
      isQuick = true;
      for (let turn = 0; turn < 20; turn += 1) await append(31);
      expect(new Set(waits)).toEqual(new Set(['beside']));
    });

    it('beside the event loop, however much was written, where it is not quick', async () => {
      disk = () => pause(2);
      for (let turn = 0; turn < 5; turn += 1) await append(64);
      expect(waits).toEqual(Array.from({ length: 5 }, () => 'beside'));
    });

    it('here, once it was quick, where much was written, and beside again after it was not', async () => {
      isQuick = true;
      while (!waits.includes('here')) await append(32);
      expect(waits[0]).toBe('beside');
      disk = () => pause(2);
      await append(32);
      waits = [];
      await append(32);
      expect(waits).toEqual(['beside']);
    });
  });

  it('writes what waits before it is closed, and refuses what comes then', async () => {
    const { promise, resolve: reached } = held();
    disk = () => promise;
    const waiting = [log.append(anAppend()), log.append(anAppend())];
    const closed = log.close();
    await expect(log.append(anAppend())).rejects.toThrow(LogUnavailable);
    reached();
    await closed;
    for (const one of waiting) expectAppended(await one);
  });

  it('R3: answers OutcomeUnknown when the disk does not take it, and takes nothing more', async () => {
    disk = async () => {
      throw new CommitUnknown('the commit did not reach the disk', { cause: new Error('EIO') });
    };
    const stream = freshStream();
    await expect(log.append({ ...anAppend(), stream })).rejects.toThrow(OutcomeUnknown);
    await expect(log.append(anAppend())).rejects.toThrow(LogUnavailable);
    expect(log.refusal()).toMatch(/EIO/);
    expect(await log.read(stream)).toEqual([]);
  });

  it('bounds a transaction by its events', async () => {
    transactions = 0;
    const results = await log.appendMany(Array.from({ length: 1_100 }, anAppend));
    results.map(expectAppended);
    expect(transactions).toBe(3);
  });

  it('law 4: compares an expectation with the appends before it in the batch', async () => {
    const stream = freshStream();
    const { tip } = await fill(log, stream, 1);
    const first = { stream, expected: tip, events: someEvents(1) };
    const [one, two, other] = await Promise.all([
      log.append(first),
      log.append({ stream, expected: tip, events: someEvents(1) }),
      log.append(anAppend()),
    ]);
    expect(one.status).toBe('appended');
    expect(two).toEqual({ status: 'conflict', tip: one.tip });
    expect(other.status).toBe('appended');
  });

  it('law 3: recognises an append after it was opened again', async () => {
    const append = anAppend();
    const first = expectAppended(await log.append(append));
    await reopen();
    expect(await log.append(append)).toEqual(first);
    expect(await log.append({ ...append, events: [anEvent()] })).toEqual({
      status: 'conflict',
      tip: first.tip,
    });
  });

  it('law 4: answers LogUnavailable to all when the transaction fails, takes nothing more, and is right when opened again', async () => {
    const stream = freshStream();
    const { tip } = await fill(log, stream, 1);
    const next = { stream, expected: tip, events: someEvents(1) };
    sabotage = () => {
      throw new Error('database or disk is full');
    };
    const results = await log.appendMany([next, anAppend()]);
    expect(results).toEqual([expect.any(LogUnavailable), expect.any(LogUnavailable)]);
    sabotage = undefined;
    await expect(log.append(next)).rejects.toThrow(/opened again: database or disk is full/);
    expect(log.refusal()).toMatch(/disk is full/);
    expect(await log.read(stream)).toHaveLength(1);

    await reopen();
    expect(log.refusal()).toBeUndefined();
    expect((await log.append(next)).status).toBe('appended');
    expect(await log.read(stream)).toHaveLength(2);
  });

  it('answers OutcomeUnknown when the commit itself fails, and what waits behind it was not appended', async () => {
    sabotage = () => {
      throw new CommitUnknown('the commit failed', { cause: new Error('disk I/O error') });
    };
    const results = await log.appendMany(Array.from({ length: 600 }, anAppend));
    expect(results.filter((result) => result instanceof OutcomeUnknown)).toHaveLength(512);
    expect(results.filter((result) => result instanceof LogUnavailable)).toHaveLength(88);
    await expect(log.append(anAppend())).rejects.toThrow(LogUnavailable);
    expect(log.refusal()).toMatch(/disk I\/O error/);
  });

  it('takes no append for done when SQLite says that the disk is full', async () => {
    const stream = freshStream();
    await fill(log, stream, 1);
    file.pragma(`max_page_count = ${Number(file.pragma('page_count'))}`);
    const large = {
      stream: freshStream(),
      expected: NO_STREAM,
      events: [anEvent('x'.repeat(500_000))],
    } as const;
    await expect(log.append(large)).rejects.toThrow(/full/);
    file.pragma('max_page_count = 1000000');
    await reopen();
    expect(await log.read(large.stream)).toEqual([]);
    expect((await log.append(large)).status).toBe('appended');
  });

  it('does not give up when another process holds the file for a moment', async () => {
    file.pragma('busy_timeout = 1');
    const other = openDatabase(join(folder, 'log.db'), { synchronous: 'NORMAL' });
    other.exec('BEGIN IMMEDIATE');
    await expect(log.append(anAppend())).rejects.toThrow(LogUnavailable);
    other.exec('ROLLBACK');
    other.close();
    expect(log.refusal()).toBeUndefined();
    expect((await log.append(anAppend())).status).toBe('appended');
  });

  it('does not open on a connection that writes back what is not on disk', () => {
    file.pragma('synchronous = OFF');
    expect(() => openSqliteEventLog({ database: file })).toThrow(/OFF/);
  });
});
