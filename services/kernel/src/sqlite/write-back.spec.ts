import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '../logging/index.js';
import { until } from '../testkit/until.js';
import { type Database, openDatabase } from './database.js';
import { writeBackBeside } from './write-back.js';

const EVERY_MS = 20;
const logger = createLogger('silent');

describe('writing back beside the event loop', () => {
  let folder: string;
  let path: string;
  let database: Database;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'cairn-write-back-'));
    path = join(folder, 'a.db');
    database = openDatabase(path, { synchronous: 'NORMAL' });
    database.pragma('wal_autocheckpoint = 0');
    database.exec('CREATE TABLE things (bytes BLOB)');
  });
  afterEach(() => {
    database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const insert = (): void => {
    const statement = database.prepare('INSERT INTO things VALUES (?)');
    for (let one = 0; one < 100; one += 1) statement.run(Buffer.alloc(10_000));
  };

  it('copies what was committed, and again what comes then, while another transaction is open', async () => {
    const end = writeBackBeside([path], logger, EVERY_MS);
    insert();
    database.begin();
    insert();
    await until(async () => statSync(path).size > 1_000_000);
    expect(statSync(path).size).toBeLessThan(2_000_000);
    database.commit();
    await until(async () => statSync(path).size > 2_000_000);
    await end();
    const [count] = database.prepare<readonly [number]>('SELECT count(*) FROM things').get() ?? [];
    expect(count).toBe(200);
  });

  it('is told of when it fails, and ends', async () => {
    const warn = jest.spyOn(logger, 'warn');
    const end = writeBackBeside([join(folder, 'no folder', 'a.db')], logger, EVERY_MS);
    await until(async () => warn.mock.calls.length > 0);
    await end();
    expect(warn).toHaveBeenCalledWith(
      expect.objectContaining({
        err: expect.objectContaining({ message: expect.stringMatching('no folder') }),
      }),
      'write-ahead logs are written back by commits alone',
    );
  });
});
