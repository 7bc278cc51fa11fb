import { anonymous, noGroups } from '../access/index.js';
import type { Documents } from '../documents/port.js';
import type { Projection } from '../projection/projection.js';
import { CounterWriter, counterEvent } from '../testkit/counter-writer.js';
import { counters } from '../testkit/counters.js';
import { type Embedded, openEmbedded, pagesBy } from '../testkit/index.js';
import { documentsAsOf } from './as-of.js';
import type { DocumentsReader } from '../paging/documents-reader.js';

const ROWS = 230;
const LATER = 500;

describe('a list as of a time', () => {
  let engines: Embedded;
  let then: DocumentsReader;
  /** How many streams are read now, were at once, and were in all. */
  let [now, most, all] = [0, 0, 0];
  const day = (n: number): string => `2026-01-0${n}T00:00:00.000Z`;
  const id = (n: number): string => `c${String(n).padStart(4, '0')}`;

  beforeEach(async () => {
    engines = openEmbedded();
    [now, most, all] = [0, 0, 0];
    const writer = new CounterWriter(engines.log);
    for (let n = 0; n < ROWS; n += 1)
      await writer.append(id(n), counterEvent('made', { owner: 'o' }, { at: day(1) }));
    const rows = Array.from({ length: ROWS + LATER }, (_, n) => ({
      id: id(n),
      created_at: day(n < ROWS ? 1 : 3),
      deleted: false,
    }));
    const find: Documents['find'] = async (_, { filter, limit, after }) => {
      const made = filter.fields?.['created_at'] as { readonly to?: string } | undefined;
      const known = rows.filter(({ created_at }) => made?.to === undefined || created_at < made.to);
      return known.filter((row) => after === undefined || row.id > after.id).slice(0, limit);
    };
    const today: DocumentsReader = {
      get: engines.documents.get.bind(engines.documents),
      getMany: engines.documents.getMany.bind(engines.documents),
      getSome: engines.documents.getSome.bind(engines.documents),
      count: engines.documents.count.bind(engines.documents),
      find,
      findPage: pagesBy(find),
    };
    const log: Embedded['log'] = {
      ...engines.log,
      read: async (stream, options) => {
        [now, all] = [now + 1, all + 1];
        most = Math.max(most, now);
        const events = await engines.log.read(stream, options);
        now -= 1;
        return events;
      },
    };
    const collections = [{ collection: 'counters', category: 'counter', projection: counters as Projection }];
    const moment = { at: day(2) };
    const reader = { principal: anonymous, rights: noGroups, at: day(4) };
    then = documentsAsOf({ log, vault: engines.vault, today, collections, pointInTime: moment, reader });
  });
  afterEach(() => engines.remove());

  const filter = { fields: { deleted: false } };

  it('reads few streams at a time, and none of what was made later', async () => {
    const found = await then.find('counters', { filter, sort: 'created_at', limit: 1_000 });
    expect(found.map((document) => document.id)).toEqual(Array.from({ length: ROWS }, (_, n) => id(n)));
    expect(most).toBeLessThanOrEqual(50);
    expect(all).toBe(ROWS);
  });

  it('reads no more streams than a page has', async () => {
    expect(await then.find('counters', { filter, sort: 'created_at', limit: 3 })).toHaveLength(3);
    expect(all).toBe(3);
  });

  it('counts in the same way, up to what is asked and never without a bound', async () => {
    expect(await then.count('counters', filter, 100)).toBe(100);
    expect(all).toBeLessThanOrEqual(100);
    expect(await then.count('counters', filter, Number.MAX_SAFE_INTEGER)).toBe(ROWS);
    expect(most).toBeLessThanOrEqual(50);
  });
});
