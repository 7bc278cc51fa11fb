import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from './database.js';
import { closeWhole, CommitUnknown, openDatabase } from './database.js';

describe('a SQLite file', () => {
  let folder: string;
  let database: Database;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'cairn-sqlite-'));
    database = openDatabase(join(folder, 'a.db'), { synchronous: 'FULL' });
    database.exec('CREATE TABLE things (id INTEGER PRIMARY KEY, name TEXT UNIQUE, bytes BLOB)');
  });
  afterEach(() => {
    database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const insert = () => database.prepare('INSERT INTO things (name, bytes) VALUES (?, ?)');
  const names = () => database.prepare<readonly [string]>('SELECT name FROM things ORDER BY id').all().flat();

  it.each([
    ['FULL', 2],
    ['NORMAL', 1],
  ] as const)('is opened with synchronous %s', (synchronous, expected) => {
    const other = openDatabase(join(folder, 'b.db'), { synchronous, secureDelete: true });
    expect(other.pragma('synchronous')).toBe(expected);
    expect(other.pragma('journal_mode')).toBe('wal');
    expect(other.pragma('secure_delete')).toBe(1);
    other.exec('CREATE TABLE t (a)');
    expect(other.pragma('page_size')).toBe(8192);
    other.close();
  });

  it('is whole without its write-ahead log when it was closed in an orderly way', () => {
    insert().run('kept', null);
    closeWhole(database);
    closeWhole(database);
    for (const beside of ['-wal', '-shm']) rmSync(join(folder, `a.db${beside}`), { force: true });
    database = openDatabase(join(folder, 'a.db'), { synchronous: 'FULL' });
    expect(names()).toEqual(['kept']);
  });

  it('gives back texts, numbers, bytes and null in tuples', () => {
    expect(insert().run('näme 😀', Buffer.from([0, 1, 255]))).toBe(1);
    expect(insert().run('other', null)).toBe(1);
    const rows = database.prepare<readonly [number, string, Buffer | null]>('SELECT * FROM things').all();
    expect(rows).toEqual([
      [1, 'näme 😀', Buffer.from([0, 1, 255])],
      [2, 'other', null],
    ]);
    expect(database.prepare<readonly [number]>('SELECT id FROM things WHERE bytes IS ?').get(null)).toEqual([
      2,
    ]);
    expect(database.prepare<readonly [number]>('SELECT id FROM things WHERE id = ?').get(9)).toBeUndefined();
  });

  it.each([[true], [undefined], [{}], ['a\0b']])('refuses to bind %p', (value: unknown) => {
    const statement = insert();
    expect(() => statement.run('x', value as null)).toThrow(TypeError);
  });

  it('commits what a transaction did, and nothing of one that throws', () => {
    database.transaction(() => insert().run('kept', null));
    expect(() =>
      database.transaction(() => {
        insert().run('lost', null);
        throw new Error('stop');
      }),
    ).toThrow('stop');
    expect(names()).toEqual(['kept']);
  });

  it('commits after a RETURNING statement and after a half-read get', () => {
    insert().run('a', null);
    insert().run('b', null);
    const found = database.transaction(() => {
      database.prepare<readonly [number]>('INSERT INTO things (name) VALUES (?) RETURNING id').run('c');
      return database.prepare<readonly [number]>('SELECT id FROM things ORDER BY id').get();
    });
    expect(found).toEqual([1]);
    expect(names()).toEqual(['a', 'b', 'c']);
  });

  it('says that a failed commit is unknown and can go on', () => {
    database.exec('PRAGMA foreign_keys = ON');
    database.exec('CREATE TABLE parts (thing INTEGER REFERENCES things (id) DEFERRABLE INITIALLY DEFERRED)');
    expect(() =>
      database.transaction(() => {
        database.exec('INSERT INTO parts VALUES (99)');
      }),
    ).toThrow(CommitUnknown);
    database.transaction(() => insert().run('after', null));
    expect(names()).toEqual(['after']);
  });

  it('says that a commit is on disk, or that nothing is known of it', async () => {
    insert().run('written', null);
    await expect(database.syncWal('beside')).resolves.toBeUndefined();
    await expect(database.syncWal('here')).resolves.toBeUndefined();
    const nowhere = openDatabase(':memory:', { synchronous: 'NORMAL' });
    await expect(nowhere.syncWal('beside')).rejects.toThrow(CommitUnknown);
    await expect(nowhere.syncWal('here')).rejects.toThrow(CommitUnknown);
    nowhere.close();
  });

  it('keeps what was written over closing, and closes twice', () => {
    insert().run('kept', null);
    database.truncateWal();
    database.close();
    database.close();
    database = openDatabase(join(folder, 'a.db'), { synchronous: 'NORMAL' });
    expect(names()).toEqual(['kept']);
  });

  it('has no transaction after it was closed, and commits none', () => {
    database.begin();
    database.close();
    expect(database.inTransaction()).toBe(false);
    expect(() => database.rollBack()).not.toThrow();
    expect(() => database.commit()).toThrow(CommitUnknown);
  });
});
