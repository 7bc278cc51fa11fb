import { COUNT_LIMIT, type Document, type FindOptions, noGroups, type Principal } from '@cairn/kernel';
import { pagesBy } from '@cairn/kernel/testkit';
import { countedAssets } from './counts.js';

const me = 'me';
const caller = (scopes: readonly string[] = ['*:*']): Principal => ({
  kind: 'user',
  userId: me,
  scopes,
  administrator: false,
});
const its = { resource: 'datasets', called: 'dataset', collection: 'datasets' } as const;

/** Datasets of two owners in projects, as a store would find them. */
const storeOf = (rows: readonly Document[]) => {
  const asked: FindOptions[] = [];
  const none = () => Promise.reject(new Error('is not asked'));
  return {
    asked,
    today: {
      get: none,
      getMany: none,
      getSome: none,
      count: none,
      find: none,
      findPage: pagesBy(async (_: string, options: FindOptions) => {
        asked.push(options);
        const ids = options.filter.fields?.['project_id'] as readonly string[];
        const found = rows.filter((row) => ids.includes(row['project_id'] as string));
        const from =
          options.after === undefined ? 0 : found.findIndex(({ id }) => id === options.after?.id) + 1;
        return found.slice(from, from + options.limit);
      }),
    },
  };
};

const row = (id: number, project: string, user_id = me): Document => ({
  id: String(id).padStart(6, '0'),
  created_at: String(id).padStart(6, '0'),
  project_id: project,
  organization_id: 'firm',
  user_id,
  readers: [],
});

const counts = async (
  rows: readonly Document[],
  ids: readonly string[],
  { toBeDecided = false, principal = caller() } = {},
) => {
  const store = storeOf(rows);
  const standings: string[] = [];
  const rights = {
    ...noGroups,
    reach: async () => ({ tokens: ['project:one'], toBeDecided }),
    standing: async (userId: string, { userId: owner }: { userId: string }) => {
      standings.push(`${userId} ${owner}`);
      return { grants: [], ownerCounts: true };
    },
  };
  const isReadable = async (
    context: { rights: typeof rights | typeof noGroups },
    { user_id: userId }: { user_id: string },
  ) => {
    await context.rights.standing(me, { userId, organizationId: 'firm', projectId: 'one' });
    return userId === me;
  };
  const context = { principal, rights, at: '2026-01-01T00:00:00.000Z', today: store.today };
  const found = await countedAssets(its, isReadable).inProjects(context, ids);
  return { counted: ids.map((id) => found.get(id) ?? 0), asked: store.asked, standings };
};

describe('assets counted in projects', () => {
  const mixed = [row(1, 'one'), row(2, 'one', 'other'), row(3, 'two'), row(4, 'elsewhere')];

  it('are counted for a page of projects by one query', async () => {
    const { counted, asked } = await counts(mixed, ['one', 'two', 'empty']);
    expect(counted).toEqual([2, 1, 0]);
    expect(asked).toHaveLength(1);
    expect(asked[0]?.filter.readers).toMatchObject({ tokens: ['project:one'] });
  });

  it('S5: are those that the caller sees, where a row that is found may be none; rights are asked once for an owner', async () => {
    const rows = [...mixed, row(5, 'one', 'other'), row(6, 'one')];
    const { counted, standings } = await counts(rows, ['one', 'two'], { toBeDecided: true });
    expect(counted).toEqual([2, 1]);
    expect(standings).toEqual([`${me} ${me}`, `${me} other`]);
  });

  it('S5: are none for a key that may not read them', async () => {
    const { counted, asked } = await counts(mixed, ['one'], { principal: caller(['projects:read']) });
    expect([counted, asked]).toEqual([[0], []]);
  });

  it('are counted up to a part of the limit each when a page has more than that', async () => {
    const many = Array.from({ length: COUNT_LIMIT + 1 }, (_, id) => row(id, id < 10 ? 'two' : 'one'));
    expect((await counts(many, ['one', 'two'])).counted).toEqual([COUNT_LIMIT / 2, 10]);
    expect((await counts(many, ['one'])).counted).toEqual([COUNT_LIMIT + 1 - 10]);
  });
});
