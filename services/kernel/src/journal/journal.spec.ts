import { setImmediate as nextTurn } from 'node:timers/promises';
import { access } from './conformance.js';
import { type JournalOptions, openJournal } from './journal.js';
import { type Journal, JournalUnavailable } from './port.js';
import type { AccessRow, JournalStore } from './store.js';

describe('a journal whose store fails', () => {
  let now: number;
  let lines: object[];
  let written: AccessRow[];
  let failure: Error | undefined;
  let held: Promise<void> | undefined;
  let journal: Journal;
  const logger = {
    debug: () => undefined,
    info: () => undefined,
    warn: (facts: object) => void lines.push(facts),
    error: () => undefined,
    child: () => logger,
  };
  const store: JournalStore = {
    write: async (accesses) => {
      await held;
      if (failure !== undefined) throw failure;
      written.push(...accesses);
    },
    accesses: async () => [],
    forget: async () => undefined,
    sweep: async () => false,
    close: async () => undefined,
  };
  const open = (options: Partial<JournalOptions> = {}): Journal =>
    openJournal({
      store,
      logger,
      clock: { now: () => now },
      days: 30,
      most: 1000,
      mostWaiting: 10,
      ...options,
    });

  beforeEach(() => {
    [now, lines, written, failure, held] = [Date.UTC(2026, 0, 1), [], [], undefined, undefined];
    journal = open();
  });
  afterEach(() => journal.close());

  const note = (times: number, told = {}): void => {
    for (let n = 0; n < times; n += 1) journal.note(access({ path: `/${n}`, ...told }));
  };
  const paths = (): readonly string[] => written.map(({ entry }) => entry.path);

  it('keeps what has room until it is there again, and counts the rest', async () => {
    failure = new JournalUnavailable('away');
    note(12);
    await journal.flush();
    expect([written.length, journal.dropped]).toEqual([0, 4]);
    failure = undefined;
    await journal.flush();
    expect(paths()).toEqual(['/0', '/1', '/2', '/3', '/4', '/5', '/6', '/7']);
  });

  it('S42: has room for what administrators do when there is none for others', async () => {
    failure = new JournalUnavailable('away');
    note(20);
    note(3, { path: '/admin', isAdministrators: true });
    failure = undefined;
    await journal.flush();
    expect(paths().slice(8)).toEqual(['/admin', '/admin']);
    expect(journal.dropped).toBe(13);
  });

  it('writes nothing while the disk has no more than its reserve, and goes on when it has', async () => {
    await journal.close();
    let refusal: string | undefined = 'Less than 5 bytes of the disk are free.';
    const asked: number[] = [];
    journal = open({
      refusal: async (bytes) => {
        asked.push(bytes);
        return refusal;
      },
    });
    note(12);
    await journal.flush();
    expect([written.length, journal.dropped]).toEqual([0, 4]);
    expect(asked[0]).toBeGreaterThan(8 * 700);
    refusal = undefined;
    await journal.flush();
    expect(written).toHaveLength(8);
  });

  it('says so once a minute at most, with how many were dropped', async () => {
    failure = new JournalUnavailable('away');
    for (let n = 0; n < 5; n += 1) {
      note(20);
      await journal.flush();
    }
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ waiting: 8 });
  });

  it('waits for no store: what is noted is noted while a batch is on its way', async () => {
    let release = (): void => undefined;
    held = new Promise((resolve) => (release = resolve));
    note(5);
    const writing = journal.flush();
    await nextTurn();
    note(3, { path: '/later' });
    release();
    await writing;
    await journal.flush();
    expect(paths()).toEqual(['/0', '/1', '/2', '/3', '/4', '/later', '/later', '/later']);
    expect(journal.dropped).toBe(0);
  });

  it('lets go of what the store refuses for another reason, so that it holds nothing up', async () => {
    failure = new TypeError('no such row');
    note(3);
    await journal.flush();
    failure = undefined;
    note(1, { path: '/next' });
    await journal.flush();
    expect(paths()).toEqual(['/next']);
    expect(journal.dropped).toBe(3);
  });
});
