import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteEventLog } from '../eventlog/index.js';
import { createLogger } from '../logging/index.js';
import { openOn } from '../sqlite/index.js';
import { openKept, openRemade } from './embedded-files.js';
import { StartError } from './start-error.js';

const logger = createLogger('silent');
const NO_DATABASE = 'this is no database'.repeat(1000);

describe('the files of the embedded engines', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'cairn-files-'));
    path = join(folder, 'a.db');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Counts how often the file was opened before. */
  const opened = (): number =>
    openRemade(path, logger, (file) =>
      openOn(file, { synchronous: 'NORMAL' }, (database) => {
        database.exec('CREATE TABLE IF NOT EXISTS opened (at INTEGER)');
        const before = database.prepare<readonly [number]>('SELECT count(*) FROM opened').get()![0];
        database.exec('INSERT INTO opened VALUES (1)');
        database.close();
        return before;
      }),
    );

  it('that can be made anew are left as they are while they are whole', () => {
    expect([opened(), opened(), opened()]).toEqual([0, 1, 2]);
  });

  it('R11: that can be made anew are so when they are no database, with what belongs to them', () => {
    opened();
    writeFileSync(path, NO_DATABASE);
    writeFileSync(`${path}-wal`, NO_DATABASE);
    expect([opened(), opened()]).toEqual([0, 1]);
  });

  it('R11: that were found damaged while they were used are made anew once, at the next start', () => {
    opened();
    openRemade(path, logger, (_file, found) => {
      found();
      found();
    });
    expect(existsSync(path)).toBe(true);
    expect([opened(), opened()]).toEqual([0, 1]);
  });

  it('R3: that were found damaged where nothing can be written fail no caller', () => {
    opened();
    openRemade(path, logger, (_file, found) => {
      rmSync(folder, { recursive: true });
      expect(found).not.toThrow();
    });
    mkdirSync(folder);
  });

  it('that this user cannot use stop the start in one sentence', () => {
    mkdirSync(path);
    for (const open of [
      () => openKept(path, (file) => openSqliteEventLog({ path: file })),
      () => openRemade(path, logger, (file) => openSqliteEventLog({ path: file })),
    ]) {
      expect(open).toThrow(StartError);
      expect(open).toThrow(/^\S+a\.db cannot be used \(.+\): see that it, .* can be written\.$/);
    }
  });

  it('throw what is no damage, and stay', () => {
    opened();
    const refused = () =>
      openRemade(path, logger, () => {
        throw new Error('a bug');
      });
    expect(refused).toThrow('a bug');
    expect(opened()).toBe(1);
  });

  it('R11: that nothing makes anew stop the start in one sentence, and stay as they are', () => {
    writeFileSync(path, NO_DATABASE);
    const open = () => openKept(path, (file) => openSqliteEventLog({ path: file }));
    expect(open).toThrow(StartError);
    expect(open).toThrow(/^\S+a\.db is damaged \(file is not a database\): put its backup in its place\.$/);
    const refused = () =>
      openKept(path, () => {
        throw new Error('a bug');
      });
    expect(refused).toThrow('a bug');
  });
});
