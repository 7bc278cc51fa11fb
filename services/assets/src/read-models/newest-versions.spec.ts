import { type Document, findAmong, type FindOptions } from '@cairn/kernel';
import { type KeptVersions, newestVersions, versionsThere } from './newest-versions.js';

const atlases: KeptVersions<Document> = {
  collection: 'sheets',
  of: 'atlas_id',
  where: { deleted: false },
  there: async (_, found) => found.filter(({ id }) => !id.startsWith('half')),
};

/** One after the other, each newer than the one before. */
const sheets = (...of: readonly (readonly [atlas: string, count: number, name?: string])[]): Document[] =>
  of
    .flatMap(([atlas_id, count, name = atlas_id]) =>
      Array.from({ length: count }, (_, at) => ({ id: `${name} ${at}`, atlas_id, deleted: false })),
    )
    .map((each, at) => ({ ...each, created_at: String(at).padStart(6, '0') }));

/** The documents, and what was looked for in them. */
const reading = (all: readonly Document[]) => {
  const asked: FindOptions[] = [];
  const never = async (): Promise<never> => Promise.reject(new Error('this is not asked'));
  const today = {
    ...{ get: never, count: never, findPage: never, getSome: never },
    getMany: async (_: string, ids: readonly string[]) => {
      expect(new Set(ids).size).toBe(ids.length);
      return all.filter(({ id }) => ids.includes(id));
    },
    find: async (_: string, options: FindOptions) => {
      asked.push(options);
      return findAmong(all, options);
    },
  };
  return { context: { today }, asked };
};

const namesOf = (found: ReadonlyMap<string, readonly Document[]>) =>
  Object.fromEntries([...found].map(([id, versions]) => [id, versions.map((each) => each.id)]));

describe('the newest versions of assets', () => {
  it('are looked for at once, and given by their assets, the newest first', async () => {
    const { context, asked } = reading(sheets(['a', 2], ['b', 3], ['other', 9], ['a', 1, 'late']));
    const found = await newestVersions(context, atlases, ['a', 'b', 'none'], 4);
    expect(namesOf(found)).toEqual({ a: ['late 0', 'a 1', 'a 0'], b: ['b 2', 'b 1', 'b 0'], none: [] });
    expect(asked).toHaveLength(1);
  });

  it('are read on for those alone that have not enough, behind what was read', async () => {
    const { context, asked } = reading(sheets(['old', 3], ['busy', 40], ['busy', 5, 'half'], ['new', 20]));
    const found = await newestVersions(context, atlases, ['old', 'busy', 'new'], 2);
    expect(namesOf(found)).toEqual({
      old: ['old 2', 'old 1'],
      busy: ['busy 39', 'busy 38'],
      new: ['new 19', 'new 18'],
    });
    const wanted = asked.map(({ filter, limit }) => [filter.fields?.['atlas_id'], limit]);
    expect(wanted).toEqual([
      [['old', 'busy', 'new'], 6],
      [['old', 'busy'], 4],
      [['old', 'busy'], 4],
      [['old'], 2],
    ]);
  });

  it('of many assets are looked for by fifty', async () => {
    const ids = Array.from({ length: 120 }, (_, at) => `atlas ${at}`);
    const { context, asked } = reading(sheets(...ids.map((id) => [id, 3] as const)));
    const found = await newestVersions(context, atlases, ids, 2);
    expect([...found.values()].every((each) => each.length === 2)).toBe(true);
    expect(asked.map(({ limit }) => limit).slice(0, 1)).toEqual([100]);
    expect(asked.every(({ limit }) => limit <= 100)).toBe(true);
  });

  it('are found by their ids, each once, when they are there', async () => {
    const all = [...sheets(['a', 2], ['half', 1]), { id: 'gone', atlas_id: 'a', deleted: true }];
    const found = await versionsThere(reading(all).context, atlases, [
      'a 1',
      'a 1',
      'half 0',
      'gone',
      'none',
    ]);
    expect([...found.keys()]).toEqual(['a 1']);
  });
});
