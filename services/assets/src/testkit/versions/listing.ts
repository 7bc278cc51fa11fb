import type { PageRequest } from '@cairn/kernel';
import type { VersionFilters } from '../../versions/filter.js';
import type { One, VersionsUnderTest } from './under-test.js';
import type { ShownVersion, VersionsWorld } from './world.js';

type Under = () => VersionsUnderTest;

const SORTS = ['created_at', 'updated_at', 'name'];
const ORDERS = SORTS.flatMap((sort) => [sort, `-${sort}`]);

/** All pages of a list, two rows each, one after the other. */
const paged = async (
  under: VersionsUnderTest,
  asset: string,
  filters: VersionFilters,
  sort: string,
): Promise<readonly string[]> => {
  const ids: string[] = [];
  let after: PageRequest['after'];
  do {
    const page = await under.page(asset, filters, { sort, limit: 2, ...(after && { after }) });
    if (typeof page === 'string') throw new Error(page);
    expect(page.elements.length).toBeLessThanOrEqual(2);
    ids.push(...page.elements.map(({ id }) => id));
    after = page.next;
  } while (after !== undefined);
  return ids;
};

const sorted = (all: readonly ShownVersion[], sort: string): readonly string[] => {
  const [field, sign] = sort.startsWith('-') ? [sort.slice(1), -1] : [sort, 1];
  const key = (one: ShownVersion): string => `${one[field] as string} ${one.id}`;
  return [...all].sort((one, other) => (key(one) < key(other) ? -sign : sign)).map(({ id }) => id);
};

/** Five of one asset, another that is deleted, and one of another asset. */
const listed = async (
  under: VersionsUnderTest,
): Promise<readonly [asset: string, readonly ShownVersion[]]> => {
  const { asset, id: first } = await under.asset();
  const all: One[] = [{ asset, id: first }];
  for (const body of [
    { name: 'sea birds' },
    { ...under.whole(), name: 'bird song' },
    { ...under.unlike(), name: '垃圾邮件' },
    { name: 'sea birds' },
  ]) {
    await under.pass();
    all.push(await under.made(body, asset));
  }
  await under.remove(await under.made({ name: 'sea birds' }, asset));
  await under.made({ name: 'sea birds' });
  await under.pass();
  await under.update(all[1]!, { description: 'changed last' });
  await under.fill(all[2]!);
  return [asset, await Promise.all(all.map(async (one) => (await under.read(one))!))];
};

/** The list of those of an asset. */
export const listCases = (world: VersionsWorld, under: Under): void => {
  let asset: string;
  let all: readonly ShownVersion[];
  beforeAll(async () => {
    [asset, all] = await listed(under());
  });

  it.each(ORDERS)('come by %s in pages, those of their asset alone', async (sort) => {
    expect(await paged(under(), asset, {}, sort)).toEqual(sorted(all, sort));
    expect(await under().page(asset, {}, { sort, limit: 1 })).toMatchObject({
      total: all.length,
      totalExact: true,
    });
  });

  it('are narrowed by name, in each order', async () => {
    const birds = all.filter(({ name }) => name === 'sea birds');
    expect(birds).toHaveLength(2);
    for (const sort of ORDERS)
      expect(await paged(under(), asset, { name: 'sea birds' }, sort)).toEqual(sorted(birds, sort));
    expect(await under().listed(asset, { name: 'sea' })).toEqual([]);
  });

  it('are narrowed to a time of making: from then, and before then', async () => {
    const [first, second, third] = all as [ShownVersion, ShownVersion, ShownVersion];
    const between = { from: second.created_at, to: third.created_at };
    expect(await under().listed(asset, between)).toEqual([second.id]);
    expect(await under().listed(asset, { to: second.created_at })).toEqual([first.id]);
    expect(await under().listed(asset, { from: second.created_at })).toEqual(
      all.slice(1).map(({ id }) => id),
    );
  });

  it('are searched by the words of a name, also of a new one, and of a name that is back', async () => {
    const found = async (q: string) => {
      const page = await under().page(asset, { q }, { sort: 'name' });
      return typeof page === 'string' ? page : page.elements.map(({ name }) => name);
    };
    expect(await found('bird')).toEqual(['bird song', 'sea birds', 'sea birds']);
    expect(await found('SEA bir')).toEqual(['sea birds', 'sea birds']);
    expect(await found('圾邮')).toEqual(['垃圾邮件']);
    for (const q of ['irds', '***', 'words']) expect([q, await found(q)]).toEqual([q, []]);
    const song = { asset, id: all[2]!.id };
    await under().update(song, { name: 'letters' });
    expect([await found('song'), await found('lett')]).toEqual([[], ['letters']]);
    await under().revert(song);
    expect([await found('song'), await found('lett')]).toEqual([['bird song'], []]);
  });

  it('show each as it is shown by itself, but for what is in it', async () => {
    const page = await under().page(asset);
    if (typeof page === 'string') throw new Error(page);
    for (const one of page.elements) {
      expect(world.inside?.parts(one)).toBeUndefined();
      const shown = (await under().read({ asset, id: one.id }))!;
      expect(shown).toMatchObject(one);
      for (const name of Object.keys(world.own)) expect([name, one[name]]).toEqual([name, shown[name]]);
    }
  });

  it('stand in their asset oldest first, without long texts and without what is in them', async () => {
    const versions = (await under().ofAsset(asset))!;
    expect(versions.map(({ id }) => id)).toEqual(sorted(all, 'created_at'));
    for (const one of versions) {
      expect(world.inside?.parts(one)).toBeUndefined();
      expect(await under().read({ asset, id: one.id })).toMatchObject(one);
      for (const [name, { isText = false }] of Object.entries(world.own))
        expect([name, name in one]).toEqual([name, !isText]);
    }
  });

  it('are of what was deleted for who may bring it back, until it is purged', async () => {
    const one = await under().made({}, asset);
    const deleted = () => under().listed(asset, { deleted: true });
    const [first = ''] = await deleted();
    await under().remove(one);
    expect([await deleted(), await under().listed(asset, { deleted: false })]).toEqual([
      [first, one.id],
      sorted(all, 'created_at'),
    ]);
    expect(await under().listed(asset, { deleted: true, name: 'sea birds' })).toEqual([first]);
    await under().purge(one.id);
    expect(await deleted()).toEqual([first]);
    await under().restore({ asset, id: first });
    expect(await deleted()).toEqual([]);
    await under().remove({ asset, id: first });
  });
};
