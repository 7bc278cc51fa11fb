import type { Operation } from '@cairn/contracts';
import type { PageRequest } from '@cairn/kernel';
import type { AssetFilters } from '../read-models/list.js';
import type { AssetsUnderTest, Reading } from './under-test.js';
import type { AssetWorld, Shown } from './world.js';

type Under = () => AssetsUnderTest;

const SORTS = ['created_at', 'updated_at', 'name'];
const ORDERS = SORTS.flatMap((sort) => [sort, `-${sort}`]);
/** Filters that are asked for by themselves below. */
const COMMON = [
  'q',
  'from',
  'to',
  'name',
  'user_id',
  'organization_id',
  'project_id',
  'visibility',
  'public',
  'deleted',
];

/** All pages of a list, two rows each, one after the other. */
const paged = async (
  under: AssetsUnderTest,
  filters: AssetFilters,
  sort: string,
  reading: Reading = {},
): Promise<readonly string[]> => {
  const ids: string[] = [];
  let after: PageRequest['after'];
  do {
    const page = await under.page(filters, { sort, limit: 2, ...(after && { after }) }, reading);
    expect(page.elements.length).toBeLessThanOrEqual(2);
    ids.push(...page.elements.map(({ id }) => id));
    after = page.next;
  } while (after !== undefined);
  return ids;
};

const sorted = (all: readonly Shown[], sort: string): readonly string[] => {
  const [field, sign] = sort.startsWith('-') ? [sort.slice(1), -1] : [sort, 1];
  const key = (one: Shown): string => `${one[field] as string} ${one.id}`;
  return [...all].sort((one, other) => (key(one) < key(other) ? -sign : sign)).map(({ id }) => id);
};

/** Six, one of them deleted; some others are hers alone. */
const listed = async (under: AssetsUnderTest): Promise<readonly Shown[]> => {
  const { acme, project, grace, eve } = under;
  const bodies = [
    { name: 'sea birds', organization_id: acme, visibility: 'org' },
    { ...under.whole(), name: 'bird song', public: true },
    { name: '垃圾邮件', organization_id: acme },
    { name: 'mails', project_id: project, visibility: 'project' },
    { ...under.unlike(), name: 'sea birds' },
  ];
  const all: string[] = [];
  for (const body of bodies) {
    all.push(await under.made(body));
    await under.pass();
  }
  await under.remove(await under.made({ name: 'sea birds' }));
  await under.made({ name: 'sea birds' }, { principal: eve });
  await under.update(all[0]!, { notes: 'changed last' });
  const shared = await under.made({ name: 'graces' }, { principal: grace });
  await under.shared(shared, { user_id: under.ada.userId }, grace);
  return Promise.all([...all, shared].map(async (id) => (await under.read(id))!));
};

/** Lists of a service that has no others. */
export const listCases = (world: AssetWorld, list: Operation['list'], under: Under): void => {
  let all: readonly Shown[];
  beforeAll(async () => {
    all = await listed(under());
  });
  const having = (field: string, value: unknown) => all.filter((one) => one[field] === value);

  it.each(ORDERS)('come by %s in pages, those alone that the caller sees', async (sort) => {
    expect(await paged(under(), {}, sort)).toEqual(sorted(all, sort));
    const { total, totalExact } = await under().page({}, { sort, limit: 1 });
    expect([total, totalExact]).toEqual([all.length, true]);
    expect(await paged(under(), {}, sort, { principal: under().ned })).toEqual(
      sorted(
        all.filter(({ visibility }) => visibility === 'org' || visibility === 'public'),
        sort,
      ),
    );
  });

  it.each(['name', 'user_id', 'organization_id', 'project_id', 'visibility', 'public', 'shared_with_me'])(
    'are narrowed by %s',
    async (field) => {
      const values = new Set(all.flatMap((one) => (one[field] === undefined ? [] : [one[field]])));
      expect(values.size).toBeGreaterThan(0);
      for (const value of values)
        if (field !== 'shared_with_me' || value === true)
          expect([value, await under().listed({ [field]: value })]).toEqual([
            value,
            sorted(having(field, value), 'created_at'),
          ]);
    },
  );

  it('are narrowed to what is the caller’s own', async () => {
    const own = having('user_id', under().ada.userId);
    expect(await under().listed({ shared_with_me: false })).toEqual(sorted(own, 'created_at'));
  });

  const ownFilters = Object.keys(list?.filters ?? {}).filter(
    (name) => ![...COMMON, 'shared_with_me'].includes(name),
  );
  if (ownFilters.length > 0)
    it.each(ownFilters)('are narrowed by %s, which is the kind’s own, in each order', async (field) => {
      for (const sort of ['created_at', '-created_at']) {
        const value = world.own[field]!.values[0];
        const expected = sorted(having(field, value), sort);
        expect([field, expected.length]).toEqual([field, 1]);
        expect([field, await paged(under(), { [field]: value }, sort)]).toEqual([field, expected]);
      }
    });

  it('are of what was deleted for who may bring it back, until it is purged', async () => {
    const ofMembers = all[0]!;
    const deleted = (principal = under().ada) => under().listed({ deleted: true }, { principal });
    const [first = ''] = await deleted();
    await under().remove(ofMembers.id);
    expect([await deleted(), await deleted(under().ned)]).toEqual([[ofMembers.id, first], []]);
    expect(await under().listed({ deleted: false })).not.toContain(ofMembers.id);
    await under().restore(ofMembers.id);
    const purged = await under().made();
    await under().remove(purged);
    expect(await deleted()).toEqual([first, purged]);
    await under().purge(purged);
    expect(await deleted()).toEqual([first]);
  });

  it('are narrowed to a time of making: from then, and before then', async () => {
    const [first, second, third] = all as [Shown, Shown, Shown];
    const between = { from: second.created_at, to: third.created_at };
    expect(await under().listed(between)).toEqual([second.id]);
    expect(await under().listed({ to: second.created_at })).toEqual([first.id]);
    expect(await under().listed({ from: second.created_at })).not.toContain(first.id);
    expect(await under().listed({ from: second.created_at })).toContain(second.id);
  });

  it('are searched by the words of a name, their beginnings, parts of words without spaces', async () => {
    const found = async (q: string) =>
      (await under().page({ q }, { sort: 'name' })).elements.map(({ name }) => name);
    expect(await found('bird')).toEqual(['bird song', 'sea birds', 'sea birds']);
    expect(await found('SEA bir')).toEqual(['sea birds', 'sea birds']);
    expect(await found('圾邮')).toEqual(['垃圾邮件']);
    for (const q of ['irds', 'birds mails', '***', 'words']) expect([q, await found(q)]).toEqual([q, []]);
    await under().update(all[3]!.id, { name: 'letters' });
    expect([await found('mails'), await found('lett')]).toEqual([[], ['letters']]);
    await under().update(all[3]!.id, { name: 'mails' });
  });

  it('show each as it is shown by itself, but for what is in it', async () => {
    const { elements } = await under().page();
    for (const { versions: _, ...one } of elements) expect(await under().read(one.id)).toMatchObject(one);
  });

  it('are of the moment that is read, for whom may read them today', async () => {
    const moment = await under().pass();
    const [changed, gone] = [all[0]!, all[1]!];
    const then = (await under().page()).elements;
    await under().update(changed.id, { name: 'changed', visibility: 'private' });
    await under().remove(gone.id);
    const late = await under().made();
    const read = async (principal = under().ada) =>
      (await under().page({}, {}, { at: moment, principal })).elements;
    expect(await read()).toEqual(then);
    expect((await read(under().ned)).map(({ id }) => id)).toEqual([gone.id]);
    expect(await under().listed()).not.toContain(gone.id);
    expect(await under().listed()).toContain(late);
    await under().restore(gone.id);
    await under().update(changed.id, { name: changed['name'], visibility: 'org' });
    await under().remove(late);
  });
};
