import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../sqlite/index.js';
import { openDatabase } from '../../sqlite/index.js';
import { collect, fill, freshCategory, freshStream } from '../conformance-events.js';
import { START } from '../../base/position.js';
import { RecordDamaged } from '../port.js';
import type { SqliteEventLog } from './index.js';
import { openSqliteEventLog } from './index.js';
import { INDEXED_AT_ONCE } from './stream-index.js';

describe('a damaged log on SQLite', () => {
  let folder: string;
  let database: Database;
  let log: SqliteEventLog;
  const category = freshCategory();
  const stream = freshStream(category);

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cairn-damage-'));
    database = openDatabase(join(folder, 'log.db'), { synchronous: 'FULL' });
    log = openSqliteEventLog({ database });
  });
  afterEach(async () => {
    await log.close();
    database.close();
    await rm(folder, { recursive: true, force: true });
  });

  const reopen = async (): Promise<void> => {
    await log.close();
    log = openSqliteEventLog({ database });
  };

  it.each([
    ['a letter of the data', `data = replace(data, '"n":2', '"n":3')`],
    ['a byte of the data that makes it no text', `data = CAST(x'7b226e22fe3a327d' AS TEXT)`],
    ['a NUL in the data', `data = CAST(x'7b226e22003a327d' AS TEXT)`],
    ['the metadata', `metadata = replace(metadata, 'user', 'kser')`],
    ['the metadata, no text', `metadata = CAST(x'ff' || metadata AS TEXT)`],
    ['the hash', `hash = zeroblob(32)`],
    ['the length of the hash', `hash = substr(hash, 1, 31)`],
    ['the id', `id = zeroblob(16)`],
    ['the type', `type = 77`],
    ['the type, by another one', `type = 2`],
    ['the checksum', `checksum = checksum + 1`],
  ])('never serves an event after damage to %s', async (_, change) => {
    await fill(log, freshStream(category), 1);
    await fill(log, stream, 5);
    database.prepare('INSERT INTO event_types VALUES (2, ?, ?)').run(category, 'cases.thing.other.v1');
    await reopen();
    const changed = database.prepare(`UPDATE events SET ${change} WHERE position = 4`).run();
    expect(changed).toBe(1);
    // The page that is read behind this event shows nothing of it when its type belongs to no category.
    const isHidden = change.includes('= 77');

    await expect(log.read(stream)).rejects.toThrow(RecordDamaged);
    await expect(log.read(stream)).rejects.toThrow(/revision 2\b/);
    expect(await log.read(stream, { through: 1n })).toHaveLength(2);
    if (!isHidden) {
      await expect(log.readAll({ after: START, categories: [category], limit: 100 })).rejects.toThrow(
        /revision 2\b/,
      );
      await expect(collect(log, [category], 6)).rejects.toThrow(RecordDamaged);
      expect((await past()).damaged?.[0]).toMatchObject({ stream, revision: 2n, reason: expect.any(String) });
    }
  });

  const past = () => log.readAll({ after: START, categories: [category], limit: 100, pastDamage: true });

  it.each([
    ['its stream', 'UPDATE events SET stream = 99 WHERE position = 4'],
    ['its stream, by another one', 'UPDATE events SET stream = 1 WHERE position = 4'],
    ['its revision', 'UPDATE events SET revision = 70000 WHERE position = 4'],
    ['its predecessor', 'UPDATE events SET previous = 1 WHERE position = 4'],
    ['its predecessor, and it has none', 'UPDATE events SET previous = 99 WHERE position = 4'],
  ])('tells whose a record is although what is damaged is %s', async (_, change) => {
    await fill(log, freshStream(category), 1);
    await fill(log, stream, 5);
    await reopen();
    expect(database.prepare(change).run()).toBe(1);
    const { events, damaged } = await past();
    expect(damaged).toEqual([
      expect.objectContaining({ stream, revision: 2n, position: '0000000000000004', id: expect.any(String) }),
    ]);
    expect(events).toHaveLength(5);
  });

  it('tells whose records are although the name of their stream is damaged', async () => {
    await fill(log, stream, INDEXED_AT_ONCE);
    await reopen();
    database.prepare('UPDATE streams SET name = ?').run(freshStream(category));
    const { damaged } = await past();
    expect(damaged).toHaveLength(100);
    expect(new Set(damaged?.map((record) => record.stream))).toEqual(new Set([stream]));
  });

  it('goes past no record of which it cannot be told whose it is', async () => {
    await fill(log, stream, 5);
    await reopen();
    database.prepare('UPDATE events SET stream = 99, previous = 99 WHERE position = 3').run();
    await expect(past()).rejects.toThrow(RecordDamaged);
  });

  it('finds an event that was taken out of its stream', async () => {
    await fill(log, stream, 5);
    await reopen();
    database.prepare('UPDATE events SET stream = 99 WHERE position = 3').run();
    await expect(log.read(stream)).rejects.toThrow(RecordDamaged);
    await expect(log.read(stream)).rejects.toThrow(/revision 2: its stream or type is lost/);
    await expect(log.readAll({ after: START, categories: [category], limit: 10 })).rejects.toThrow(
      RecordDamaged,
    );
  });

  it.each([
    ['to another event', 'position = 1 WHERE position = 4'],
    ['to no event', 'position = 99999 WHERE position = 4'],
    ['past an event', 'revision = 70000 WHERE position = 4'],
  ])('finds that the index leads %s', async (_, change) => {
    await fill(log, stream, INDEXED_AT_ONCE + 10);
    expect(database.prepare(`UPDATE stream_positions SET ${change}`).run()).toBe(1);
    await expect(log.read(stream)).rejects.toThrow(RecordDamaged);
    await expect(log.read(stream)).rejects.toThrow(`${stream} at revision 3`);
  });

  it('finds that an event is linked to another predecessor', async () => {
    await fill(log, stream, 5);
    database.prepare('UPDATE events SET previous = 1 WHERE position = 4').run();
    await expect(log.readAll({ after: START, categories: [category], limit: 10 })).rejects.toThrow(
      /revision 3\b/,
    );
  });

  it('finds that a stream has another name', async () => {
    await fill(log, stream, 2);
    const other = freshStream(category);
    database.prepare('UPDATE streams SET name = ?').run(other);
    await reopen();
    await expect(log.read(other)).rejects.toThrow(RecordDamaged);
  });

  it('does not open when the tail was cut beyond a digest', async () => {
    await fill(log, stream, 10_050);
    await log.close();
    log = openSqliteEventLog({ database });
    await log.close();
    database.prepare('DELETE FROM events WHERE position > ?').run(9_990);
    expect(() => openSqliteEventLog({ database })).toThrow(RecordDamaged);
  });

  it('does not open when an event of the newest complete span is another one', async () => {
    await fill(log, stream, 20_000);
    await log.close();
    database.prepare('UPDATE events SET hash = zeroblob(32) WHERE position = ?').run(15_000);
    expect(() => openSqliteEventLog({ database })).toThrow(/digest of the log at position 20000/);
  });

  it('does not open when an event after the last digest is gone', async () => {
    await fill(log, stream, 10);
    await log.close();
    database.prepare('DELETE FROM events WHERE position = 5').run();
    expect(() => openSqliteEventLog({ database })).toThrow(RecordDamaged);
  });

  it('does not follow from a checkpoint beyond its end', async () => {
    const { position } = await fill(log, stream, 10);
    await log.close();
    database.prepare('DELETE FROM events WHERE position > 7').run();
    log = openSqliteEventLog({ database });
    await expect(collect(log, [category], 1, position)).rejects.toThrow(/tail is missing/);
    await expect(log.readAll({ after: position ?? START, categories: [category], limit: 1 })).rejects.toThrow(
      RecordDamaged,
    );
  });

  it('refuses a format that it does not know', async () => {
    await log.close();
    database.prepare('INSERT INTO log_format VALUES (?)').run(99);
    expect(() => openSqliteEventLog({ database })).toThrow(/format 99/);
  });
});
