import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../sqlite/index.js';
import { registersConformance } from '../conformance.js';
import { RegistersUnavailable } from '../port.js';
import { openSqliteRegisters } from './sqlite-registers.js';

let folder: string;
let now: number;
const clock = { now: () => now };
const pass = async (ms: number): Promise<void> => {
  now += ms;
};
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-registers-'));
  now = Date.UTC(2026, 0, 1);
});
afterEach(() => rm(folder, { recursive: true }));
const path = (): string => join(folder, 'registers.db');

registersConformance('a SQLite file of their own', async () => ({
  registers: openSqliteRegisters({ path: path(), clock }),
  pass,
}));

const shared = (): ReturnType<typeof openDatabase> => openDatabase(path(), { synchronous: 'FULL' });
const opened: ReturnType<typeof openDatabase>[] = [];
afterEach(() => {
  for (const database of opened.splice(0)) database.close();
});

registersConformance('a SQLite file of others', async () => {
  const database = shared();
  opened.push(database);
  return { registers: openSqliteRegisters({ database, clock }), pass };
});

describe('registers in SQLite', () => {
  it('stand after a restart, and no revision comes back', async () => {
    const first = openSqliteRegisters({ path: path(), clock });
    const put = await first.put('a', { b: 1 }, 1000);
    await first.close();
    const second = openSqliteRegisters({ path: path(), clock });
    expect(await second.get('a')).toEqual(put);
    await second.remove('a');
    expect((await second.put('a', 1, 1000)).revision).toBeGreaterThan(put.revision);
    await second.close();
  });

  it('compare between two connections', async () => {
    const [one, two] = [
      openSqliteRegisters({ path: path(), clock }),
      openSqliteRegisters({ path: path(), clock }),
    ];
    const mine = await one.compareAndSet('a', undefined, 'one', 1000);
    expect(await two.compareAndSet('a', undefined, 'two', 1000)).toBeUndefined();
    expect(await two.compareAndSet('a', mine!.revision, 'two', 1000)).toMatchObject({ value: 'two' });
    expect(await one.compareAndSet('a', mine!.revision, 'one', 1000)).toBeUndefined();
    await Promise.all([one.close(), two.close()]);
  });

  it('gives back the space of what expired, in small steps', async () => {
    const registers = openSqliteRegisters({ path: path(), clock });
    for (let n = 0; n < 200; n += 1) await registers.put(`short-${n}`, n, 1000);
    await pass(1000);
    const other = shared();
    const count = other.prepare<readonly [number]>('SELECT count(*) FROM registers');
    const counts: number[] = [];
    for (let n = 0; n < 80; n += 1) {
      await registers.put('kept', n, undefined);
      counts.push(count.get()![0]);
    }
    expect(counts[0]).toBe(201);
    expect(counts.at(-1)).toBe(1);
    expect(Math.max(...counts.slice(1).map((after, at) => counts[at]! - after))).toBe(64);
    other.close();
    await registers.close();
  });

  it('says that the store failed when the file is locked, and works again after', async () => {
    const registers = openSqliteRegisters({ database: openedWithoutPatience(), clock });
    const other = shared();
    other.exec('BEGIN IMMEDIATE');
    await expect(registers.put('a', 1, 1000)).rejects.toBeInstanceOf(RegistersUnavailable);
    other.exec('ROLLBACK');
    expect(await registers.put('a', 1, 1000)).toMatchObject({ value: 1 });
    other.close();
  });

  const openedWithoutPatience = (): ReturnType<typeof openDatabase> => {
    const database = openDatabase(path(), { synchronous: 'NORMAL', busyTimeoutMs: 0 });
    opened.push(database);
    return database;
  };
});
