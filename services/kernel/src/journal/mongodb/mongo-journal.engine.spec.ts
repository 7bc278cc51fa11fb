import { randomUUID } from 'node:crypto';
import { type RunningEngine, startEngine } from '@cairn/engines';
import { systemClock } from '../../clock/port.js';
import { createLogger } from '../../logging/index.js';
import { openMongo } from '../../mongodb/index.js';
import { access, journalConformance } from '../conformance.js';
import { openJournal } from '../journal.js';
import { type Journal, JournalUnavailable } from '../port.js';
import { openMongoJournal } from './mongo-journal.js';

/** Long enough for a machine that has much to do: these specs ask what is answered, not when. */
const PATIENTLY = { timeoutMs: 20_000 };
/** What the specs note is of a day long ago: the server must not collect it meanwhile. */
const DAYS = 3650;

let engine: RunningEngine;
let url: string;

beforeAll(async () => {
  engine = await startEngine('mongodb');
}, 600_000);
afterAll(() => engine.stop());
beforeEach(() => {
  const address = new URL(engine.url);
  address.pathname = `/journal-${randomUUID()}`;
  url = address.href;
});
afterEach(async () => {
  const connection = await openMongo({ url });
  await connection.database.dropDatabase();
  await connection.close();
});

journalConformance('MongoDB', () => openMongoJournal({ url, days: DAYS, ...PATIENTLY }));

describe('a journal in MongoDB', () => {
  const page = { limit: 10, sort: 'created_at' };
  const open = async (options: { url: string; timeoutMs?: number }, mostWaiting = 100): Promise<Journal> =>
    openJournal({
      store: await openMongoJournal({ ...options, days: DAYS }),
      clock: systemClock,
      logger: createLogger('silent'),
      days: DAYS,
      most: 1000,
      mostWaiting,
      gatherMs: 5,
    });

  it('is one of all processes', async () => {
    const both = [await open({ url, ...PATIENTLY }), await open({ url, ...PATIENTLY })] as const;
    for (const [n, journal] of both.entries()) journal.note(access({ path: `/${n}` }));
    await both[1].flush();
    expect((await both[0].accesses({}, page)).elements).toHaveLength(2);
    for (const journal of both) await journal.close();
  });

  it('is collected by the server when it is too old', async () => {
    const journal = await open({ url, ...PATIENTLY });
    journal.note(access());
    await journal.flush();
    const connection = await openMongo({ url });
    const indexes = await connection.database.collection('journal_accesses').indexes();
    expect(indexes).toContainEqual(
      expect.objectContaining({ key: { expires_at: 1 }, expireAfterSeconds: 0 }),
    );
    await connection.close();
    await journal.close();
  });

  it('holds nobody up while no server is there, and counts what has no room', async () => {
    const journal = await open({ url: 'mongodb://127.0.0.1:1/', timeoutMs: 300 });
    const began = performance.now();
    for (let n = 0; n < 1000; n += 1) journal.note(access());
    expect(performance.now() - began).toBeLessThan(200);
    expect(journal.dropped).toBe(920);
    await expect(journal.accesses({}, page)).rejects.toBeInstanceOf(JournalUnavailable);
    await journal.close();
    expect(journal.dropped).toBe(1000);
  });

  it('writes what waited when the server is there again', async () => {
    const journal = await open({ url });
    await journal.flush();
    await engine.kill();
    journal.note(access({ path: '/waited' }));
    await journal.flush();
    await engine.again();
    let paths: readonly string[] = [];
    while (paths.length === 0)
      paths = await journal.accesses({}, page).then(
        ({ elements }) => elements.map(({ path }) => path),
        () => [],
      );
    expect(paths).toEqual(['/waited']);
    await journal.close();
  });
});
