import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../clock/port.js';
import { createLogger } from '../../logging/index.js';
import { access, journalConformance } from '../conformance.js';
import { type JournalOptions, openJournal } from '../journal.js';
import { type Journal, JournalUnavailable } from '../port.js';
import { openSqliteJournal } from './sqlite-journal.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-journal-'));
});
afterEach(() => rm(folder, { recursive: true }));
const path = (): string => join(folder, 'journal.db');

journalConformance('SQLite', async () => openSqliteJournal({ path: path() }));

describe('a journal in SQLite', () => {
  const page = { limit: 10, sort: 'created_at' };
  const open = (options: Partial<JournalOptions> = {}): Journal =>
    openJournal({
      store: openSqliteJournal({ path: path() }),
      clock: systemClock,
      logger: createLogger('silent'),
      days: 1,
      most: 1000,
      ...options,
    });

  it('stands after a restart', async () => {
    const journal = open();
    journal.note(access());
    await journal.close();
    const again = open();
    expect((await again.accesses({}, page)).elements).toHaveLength(1);
    await again.close();
  });

  it('S38: holds no byte of who was forgotten', async () => {
    const journal = open();
    journal.note(access({ user_agent: 'the-canary', user_id: 'ada' }));
    await journal.flush();
    await journal.forget('ada');
    for (const name of ['journal.db', 'journal.db-wal'])
      expect((await readFile(join(folder, name))).includes('the-canary')).toBe(false);
    await journal.close();
  });

  it('is told of in one error when it is closed', async () => {
    const store = openSqliteJournal({ path: path() });
    await store.close();
    await expect(store.write([])).rejects.toBeInstanceOf(JournalUnavailable);
  });

  it('removes the oldest by itself when there are too many', async () => {
    const journal = open({ most: 100 });
    for (let n = 0; n < 4000; n += 1) journal.note(access({ path: `/${n}` }));
    await journal.close();
    const again = open();
    const { elements, total } = await again.accesses({}, { limit: 1, sort: '-created_at' });
    expect(elements).toMatchObject([{ path: '/3999' }]);
    // It looks every thousand entries.
    expect(total).toBeLessThan(1500);
    await again.close();
  });
});
