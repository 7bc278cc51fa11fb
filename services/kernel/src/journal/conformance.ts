import type { AccessLog } from '@cairn/contracts';
import { createLogger } from '../logging/index.js';
import type { Page, PageRequest } from '../paging/page.js';
import { conformance } from '../testkit/conformance.js';
import { openJournal } from './journal.js';
import type { Accessed, AccessFilter, Journal } from './port.js';
import type { JournalStore } from './store.js';

const DAY_MS = 86_400_000;
const START_MS = Date.UTC(2026, 2, 1);

/** An access of which a case tells what it is about. */
export const access = (told: Partial<Accessed> = {}): Accessed => ({
  user_id: 'ada',
  method: 'GET',
  path: '/api/v1/things',
  route: '/api/v1/things',
  status: 200,
  duration_ms: 1.5,
  ip: '192.0.2.1',
  user_agent: 'curl/8',
  request_id: 'r',
  bytes_in: 0,
  bytes_out: 2,
  isAct: false,
  isRefused: false,
  isAdministrators: false,
  ...told,
});

/** What every store of a journal keeps to, seen through the journal. `make` gives an empty one. */
export const journalConformance = (name: string, make: () => Promise<JournalStore>): void => {
  conformance(`journal in ${name}`, () => {
    let store: JournalStore;
    let journal: Journal;
    let now: number;
    beforeEach(async () => {
      now = START_MS;
      store = await make();
      journal = open();
    });
    const open = (): Journal =>
      openJournal({
        store,
        clock: { now: () => now },
        logger: createLogger('silent'),
        days: 30,
        most: 1_000_000,
      });
    afterEach(() => journal.close());

    const note = (told: Partial<Accessed> = {}): void => {
      now += 1000;
      journal.note(access(told));
    };
    const paths = async (filter: AccessFilter = {}, page: Partial<PageRequest> = {}): Promise<string[]> => {
      const { elements } = await journal.accesses(filter, { limit: 1000, sort: '-created_at', ...page });
      return elements.map(({ path }) => path);
    };
    const bounds = { oldest: 0, most: 1_000_000, forgottenSince: 0 };
    const sweep = async (changed: Partial<typeof bounds>): Promise<void> => {
      await journal.flush();
      while (await store.sweep({ ...bounds, ...changed }));
    };

    it('gives back an access as it was noted, with an id and its time', async () => {
      const told: Partial<AccessLog> = {
        api_key_id: 'key',
        session_id: 'session',
        entity: 'thing',
        entity_id: 'ä"\u0000',
        organization_id: 'org',
        error_code: 'forbidden',
        user_agent: '',
      };
      note(told);
      const { isAct: _act, isRefused: _refused, isAdministrators: _all, ...expected } = access(told);
      const { elements, total, totalExact } = await journal.accesses({}, { limit: 5, sort: '-created_at' });
      const at = '2026-03-01T00:00:01.000Z';
      const id: unknown = expect.stringMatching(/^[0-9a-f-]{36}$/);
      expect(elements).toEqual([{ id, created_at: at, updated_at: at, ...expected }]);
      expect([total, totalExact]).toEqual([1, true]);
    });

    it('lists accesses in the order of time, either way, page by page', async () => {
      for (let n = 0; n < 7; n += 1) note({ path: `/${n}` });
      expect(await paths()).toEqual(['/6', '/5', '/4', '/3', '/2', '/1', '/0']);
      for (const sort of ['created_at', '-created_at']) {
        const seen: string[] = [];
        let after: Page<unknown>['next'];
        do {
          const page = await journal.accesses({}, { limit: 3, sort, ...(after && { after }) });
          expect(page.total).toBe(7);
          seen.push(...page.elements.map(({ path }) => path));
          after = page.next;
        } while (after !== undefined);
        expect(seen).toEqual(sort === 'created_at' ? (await paths()).reverse() : await paths());
      }
    });

    it.each(['\0', 'a\0b', '~\0'])('S36: goes on after a place that nobody was given, %j', async (text) => {
      note();
      const after = { value: text, id: text };
      for (const sort of ['created_at', '-created_at'])
        expect((await paths({}, { sort, after })).length).toBeLessThan(2);
    });

    it('keeps the order of what came in the same millisecond', async () => {
      for (let n = 0; n < 600; n += 1) journal.note(access({ path: `/${n}` }));
      const sorted = Array.from({ length: 600 }, (_, n) => `/${n}`);
      expect(await paths({}, { sort: 'created_at' })).toEqual(sorted);
    });

    it.each<readonly [string, AccessFilter, readonly string[]]>([
      ['a person', { userId: 'ada' }, ['/act', '/read']],
      ['an organization', { organizationId: 'org' }, ['/other-act', '/refused', '/read']],
      [
        'what is audited of an organization',
        { organizationId: 'org', audited: true },
        ['/other-act', '/refused'],
      ],
      [
        'a person in an organization',
        { organizationId: 'org', userId: 'bob', audited: true },
        ['/other-act'],
      ],
      ['a status', { status: 403 }, ['/refused']],
      ['a method', { method: 'POST' }, ['/other-act', '/act']],
      ['refusals', { refused: true }, ['/refused']],
      ['what was not refused', { refused: false, organizationId: 'org' }, ['/other-act', '/read']],
      ['a time on', { from: '2026-03-01T00:00:03.000Z' }, ['/other-act', '/refused']],
      ['a time before', { to: '2026-03-01T00:00:03.000Z' }, ['/act', '/read']],
      ['nobody', { userId: 'nobody' }, []],
    ])('finds the accesses of %s', async (_, filter, expected) => {
      note({ path: '/read', organization_id: 'org' });
      note({ path: '/act', isAct: true, method: 'POST' });
      note({
        path: '/refused',
        user_id: '',
        organization_id: 'org',
        isRefused: true,
        status: 403,
        error_code: 'forbidden',
      });
      note({ path: '/other-act', user_id: 'bob', organization_id: 'org', isAct: true, method: 'POST' });
      expect(await paths(filter)).toEqual(expected);
    });

    it('finds what is rare behind very many others, in pages that may be short', async () => {
      note({ path: '/rare', status: 500 });
      for (let n = 0; n < 6000; n += 1) journal.note(access({ path: `/${n}` }));
      const first = await journal.accesses({ status: 500 }, { limit: 10, sort: '-created_at' });
      expect([first.elements.length, first.totalExact]).toEqual([0, false]);
      expect(await paths({ status: 500 }, { after: first.next! })).toEqual(['/rare']);
    });

    it('takes a batch twice and keeps it once', async () => {
      const id = '0195562c-7b1a-7c3e-8f10-2a4b6c8d0e11';
      const { isAct, isRefused, isAdministrators: _, ...told } = access();
      const at = new Date(START_MS).toISOString();
      const row = { entry: { id, created_at: at, updated_at: at, ...told }, isAct, isRefused };
      const next = { ...row, entry: { ...row.entry, id: id.replace('11', '12') } };
      await store.write([row]);
      await store.write([row, next]);
      expect(await paths()).toHaveLength(2);
    });

    it('S38: tells nothing of a person who was forgotten, nor of what comes late', async () => {
      const own = { api_key_id: 'key', session_id: 'session', organization_id: 'org', isAct: true };
      for (let n = 0; n < 1200; n += 1) journal.note(access({ ...own, path: '/before' }));
      note({ user_id: 'bob' });
      await journal.forget('ada');
      await journal.forget('ada');
      note({ ...own, path: '/late' });
      // In another process nobody knows of it until the next sweep.
      const other = open();
      other.note(access({ ...own, path: '/late' }));
      await other.flush();
      await sweep({ forgottenSince: now - 3_600_000 });
      expect(await paths({ userId: 'ada' })).toEqual([]);
      const { elements } = await journal.accesses(
        { organizationId: 'org' },
        { limit: 2000, sort: 'created_at' },
      );
      expect(elements).toHaveLength(1202);
      for (const entry of [elements[0]!, ...elements.slice(-2)]) {
        expect(entry).toMatchObject({ user_id: '', ip: '', user_agent: '' });
        expect(entry).not.toHaveProperty('api_key_id');
        expect(entry).not.toHaveProperty('session_id');
      }
      expect(await paths({ userId: 'bob' })).toHaveLength(1);
    });

    it('keeps no more than its bounds, the newest', async () => {
      note({ path: '/old' });
      await journal.flush();
      now += 2 * DAY_MS;
      for (let n = 0; n < 9; n += 1) note({ path: `/${n}` });
      await sweep({ oldest: now - DAY_MS });
      expect(await paths({}, { sort: 'created_at', limit: 1 })).toEqual(['/0']);
      await sweep({ most: 4 });
      expect(await paths()).toEqual(['/8', '/7', '/6', '/5']);
    });
  });
};
