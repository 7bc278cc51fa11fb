import type { AnyRecord } from '@cairn/contracts';
import type { Json } from '../base/json-value.js';
import type { Page, PageRequest } from '../paging/page.js';
import { Samples } from './conformance-values.js';
import type { RecordsUnderTest, Shown } from './conformance-world.js';

type Under = () => RecordsUnderTest;
type Filters = Readonly<Record<string, string | number | boolean>>;

const usedFor = (record: AnyRecord, use: 'sort' | 'filter' | 'words'): readonly string[] =>
  new Samples(record).fields.flatMap(([name, field]) => (field.use[use] === true ? [name] : []));

const compare = (one: Json | undefined, other: Json | undefined): number => {
  if (one === other) return 0;
  return (one ?? 0) < (other ?? 0) ? -1 : 1;
};

const sorted = (all: readonly Shown[], sort: string): readonly string[] => {
  const [field, sign] = sort.startsWith('-') ? [sort.slice(1), -1] : [sort, 1];
  const order = (one: Shown, other: Shown) => compare(one[field], other[field]) || compare(one.id, other.id);
  return [...all].sort((one, other) => sign * order(one, other)).map(({ id }) => id);
};

/** All pages of a list, two rows each, one after the other. */
const paged = async (under: RecordsUnderTest, filters: Filters, sort: string): Promise<readonly string[]> => {
  const ids: string[] = [];
  let after: PageRequest['after'];
  do {
    const page = (await under.page(filters, { sort, limit: 2, ...(after && { after }) })) as Page<Shown>;
    expect(page.elements.length).toBeLessThanOrEqual(2);
    ids.push(...page.elements.map(({ id }) => id));
    after = page.next;
  } while (after !== undefined);
  return ids;
};

/** Seven, of which two are deleted; some have the same value in each field that filters, and others not. */
class Listed {
  readonly all: Shown[] = [];
  readonly gone: Shown[] = [];

  constructor(
    readonly under: RecordsUnderTest,
    private readonly filters: readonly string[],
  ) {}

  async make(): Promise<this> {
    const { under, filters } = this;
    const whole = under.samples.whole();
    const shared = Object.fromEntries(filters.map((name) => [name, whole[name]]));
    for (let made = 0; made < 7; made += 1) {
      const isGone = made > 4;
      const body = made % 2 === 0 ? { ...under.samples.whole(), ...shared } : under.samples.required();
      const id = await under.made(body);
      if (isGone) await under.remove(id);
      const shown = (await under.read(id, { deletedToo: true }))!;
      (isGone ? this.gone : this.all).push(shown);
      await under.running.later(shown.updated_at);
    }
    const { id } = this.all[1]!;
    await under.update(id, under.samples.required());
    this.all[1] = (await under.read(id))!;
    return this;
  }

  /** Nothing, each filter with the value that some have, and all of them. */
  get conditions(): readonly Filters[] {
    const each = this.filters.map((name): Filters => ({ [name]: this.all[0]![name] as string }));
    return [{}, ...each, Object.assign({}, ...each) as Filters];
  }
}

const matching = (rows: readonly Shown[], condition: Filters): readonly Shown[] =>
  rows.filter((row) => Object.entries(condition).every(([name, value]) => row[name] === value));

/** Lists of a service that has no others. */
export const listCases = (record: AnyRecord, under: Under): void => {
  let listed: Listed;
  beforeAll(async () => {
    listed = await new Listed(under(), usedFor(record, 'filter')).make();
  });
  const sorts = ['created_at', 'updated_at', ...usedFor(record, 'sort')];
  const orders = sorts.flatMap((sort) => [sort, `-${sort}`]);

  orderCases(orders, () => listed);
  searchCases(orders, usedFor(record, 'words'), () => listed);
  it('have an index for each order, behind each filter too', () => {
    const { inside } = record.description;
    const { indexes } = under().model.projection.collections[0]!;
    const declared = indexes.map((index) => (index.kind === 'compound' ? index.fields.join() : ''));
    const scope = inside === undefined ? ['deleted'] : [inside, 'deleted'];
    for (const sort of sorts)
      for (const fields of [[], ...usedFor(record, 'filter').map((name) => [name])])
        expect(declared).toContain([...scope, ...fields, sort].join());
  });
};

const orderCases = (orders: readonly string[], listed: () => Listed): void => {
  it.each(orders)('come by %s in pages, whole and behind each filter', async (sort) => {
    const { under, all, conditions } = listed();
    for (const condition of conditions) {
      const expected = sorted(matching(all, condition), sort);
      expect(expected.length).toBeGreaterThan(1);
      expect([condition, await paged(under, condition, sort)]).toEqual([condition, expected]);
      const { total, totalExact } = (await under.page(condition, { sort, limit: 1 })) as Page<Shown>;
      expect([total, totalExact]).toEqual([expected.length, true]);
    }
  });

  it.each(orders)('of what is deleted come by %s, whole and behind each filter', async (sort) => {
    const { under, gone, conditions } = listed();
    for (const condition of conditions) {
      const found = await paged(under, { ...condition, deleted: true }, sort);
      expect([condition, found]).toEqual([condition, sorted(matching(gone, condition), sort)]);
    }
  });
};

const searchCases = (orders: readonly string[], fields: readonly string[], listed: () => Listed): void => {
  const searches = fields.flatMap((field) => orders.map((sort) => [field, sort] as const));
  if (searches.length === 0) return;
  it.each(searches)('are searched by the words of %s, by %s, behind each filter', async (field, sort) => {
    const { under, all, conditions } = listed();
    const { id, [field]: text } = all[0]!;
    const [first = '', second = ''] = (text as string).split(' ');
    for (const condition of conditions) {
      expect(await paged(under, { ...condition, q: `${second} ${first}` }, sort)).toEqual([id]);
      const expected = sorted(matching(all, condition), sort);
      expect(await paged(under, { ...condition, q: first.slice(0, -1) }, sort)).toEqual(expected);
    }
    expect(await paged(under, { q: `${first} otherwise` }, sort)).toEqual([]);
  });
};
