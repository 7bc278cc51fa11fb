import { type PointInTime, pointedTo } from '@cairn/kernel';
import { live } from './life.js';
import type { AssetsUnderTest } from './under-test.js';
import type { Shown } from './world.js';

type Under = () => AssetsUnderTest;

/** One as it was after one of its events. */
interface Moment {
  readonly at: PointInTime;
  readonly shown: Shown | undefined;
  readonly kept: Shown | undefined;
}

/** One that has lived, and how it was after each thing that happened to it. */
const remembered = async (under: AssetsUnderTest): Promise<readonly [id: string, readonly Moment[]]> => {
  const moments: Moment[] = [];
  const id = await live(under, async (one) => {
    const last = (await under.events(one)).at(-1)!;
    const at = { at: await under.pass(), pinned: { stream: last.stream, revision: last.revision } };
    moments.push({ at, shown: await under.read(one), kept: await under.read(one, { deletedToo: true }) });
  });
  return [id, moments];
};

/** It is read as it was. */
export const pastCases = (under: Under): void => {
  let id: string;
  let moments: readonly Moment[];
  beforeAll(async () => {
    [id, moments] = await remembered(under());
  });

  it('is read as of each of its times and of each of its revisions, purged or not', async () => {
    for (const { at, shown, kept } of moments)
      for (const moment of [at.at, at]) {
        const now = await under().read(id, { at: moment });
        const ever = await under().read(id, { at: moment, deletedToo: true });
        expect([moment, now, ever]).toEqual([moment, shown, kept]);
      }
    const [first] = await under().events(id);
    const before = new Date(Date.parse(first!.metadata.at) - 1).toISOString();
    expect(await under().read(id, { at: before })).toBeUndefined();
  });

  it('stands in the lists of its times, as it was', async () => {
    for (const { at, shown } of moments) {
      const { elements } = await under().page({}, { sort: '-created_at' }, { at: at.at });
      const listed = elements.find((one) => one.id === id);
      expect(listed === undefined).toBe(shown === undefined);
      if (listed === undefined) continue;
      const { versions: _, ...plain } = listed;
      expect(shown).toMatchObject(plain);
    }
  });

  it('has a history that tells each change with both sides, and nothing of the inside', async () => {
    const all = (await under().history(id))!;
    expect(all.map(({ type }) => type)).toEqual((await under().events(id)).map(({ type }) => type));
    const inside = ['readers', 'revision', 'words', 'shared_with', 'updated_at'];
    const fields = [...Object.keys(under().whole()), 'visibility', 'public', 'organization_id', 'user_id'];
    for (const [index, { at, kept }] of moments.slice(1).entries()) {
      const before = moments[index]!;
      const [from, to] = [Number(before.at.pinned!.revision), Number(at.pinned!.revision)];
      const changes = all.slice(from + 1, to + 1).flatMap((entry) => entry.changes);
      const paths = changes.map(({ path }) => path.split('/')[1]!);
      for (const field of inside) expect(paths).not.toContain(field);
      for (const change of changes.filter(({ path }) => fields.includes(path.split('/')[1]!)))
        expect([change.before, change.after]).toEqual([
          pointedTo(before.kept, change.path),
          pointedTo(kept, change.path),
        ]);
      const changed = fields.filter((field) => before.kept![field] !== kept![field]);
      expect([to, paths.filter((path) => fields.includes(path)).sort()]).toEqual([to, changed.sort()]);
    }
  });

  it('has a history up to the moment that is read', async () => {
    const { at } = moments[2]!;
    expect(await under().history(id, { at: at.at })).toHaveLength(Number(at.pinned!.revision) + 1);
  });

  it('tells its past to who may read it today, and to nobody else', async () => {
    const { grace, eve } = under();
    const one = await under().made({ public: true });
    const then = await under().pass();
    expect(await under().read(one, { at: then, principal: eve })).toBeDefined();
    await under().update(one, { public: false });
    await under().shared(one, { user_id: grace.userId });
    expect(await under().read(one, { at: then, principal: eve })).toBeUndefined();
    expect(await under().history(one, { principal: eve })).toBeUndefined();
    expect(await under().read(one, { at: then, principal: grace })).toBeDefined();
    expect(await under().history(one, { principal: grace })).toHaveLength(3);
  });
};
