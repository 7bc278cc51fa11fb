import type { HistoryEntry } from '@cairn/contracts';
import { type PointInTime, pointedTo } from '@cairn/kernel';
import { live } from './life.js';
import { type One, plain, type VersionsUnderTest } from './under-test.js';
import type { ShownVersion } from './world.js';

type Under = () => VersionsUnderTest;

/** One as it was after something had happened to it. */
interface Moment {
  readonly at: PointInTime;
  readonly shown: ShownVersion | undefined;
  readonly kept: ShownVersion | undefined;
}

/** One that has lived, and how it was after each thing that happened to it. */
const remembered = async (under: VersionsUnderTest): Promise<readonly [One, readonly Moment[]]> => {
  const moments: Moment[] = [];
  const one = await live(under, async (version) => {
    const last = (await under.events(version)).at(-1)!;
    const at = { at: await under.pass(), pinned: { stream: last.stream, revision: last.revision } };
    const [shown, kept] = [await under.read(version), await under.read(version, { deletedToo: true })];
    moments.push({ at, shown, kept });
  });
  return [one, moments];
};

/** It is read as it was. */
export const pastCases = (under: Under): void => {
  let one: One;
  let moments: readonly Moment[];
  beforeAll(async () => {
    [one, moments] = await remembered(under());
  });
  const beforeIt = async (): Promise<string> => {
    const [first] = await under().events(one);
    return new Date(Date.parse(first!.metadata.at) - 1).toISOString();
  };

  it('is read as of each of its times and of each of its revisions, purged or not', async () => {
    for (const { at, shown, kept } of moments)
      for (const moment of [at.at, at]) {
        const now = await under().read(one, { at: moment });
        const ever = await under().read(one, { at: moment, deletedToo: true });
        expect([moment, now, ever]).toEqual([moment, shown, kept]);
      }
  });

  it('is read as of its first event, whatever became of its asset', async () => {
    const other = await under().asset();
    const shown = await under().read(other);
    const [first] = await under().events(other);
    const pinned = { at: first!.metadata.at, pinned: { stream: first!.stream, revision: 0n } };
    await under().pass();
    await under().update(other, { name: 'later' });
    expect(await under().read(other, { at: pinned })).toEqual(shown);
    await under().assets.remove(other.asset);
    expect(await under().read(other, { at: pinned })).toEqual(shown);
  });

  it('stands in the lists of its times as it was, and in its asset as it was', async () => {
    for (const { at, shown } of moments) {
      const page = await under().page(one.asset, {}, { sort: '-created_at' }, { at: at.at });
      if (typeof page === 'string') throw new Error(page);
      for (const all of [page.elements, (await under().ofAsset(one.asset, { at: at.at }))!]) {
        const listed = all.find(({ id }) => id === one.id);
        expect([at.at, listed === undefined]).toEqual([at.at, shown === undefined]);
        if (listed !== undefined) expect(shown).toMatchObject(listed);
      }
      const listed = page.elements.find(({ id }) => id === one.id);
      for (const name of listed === undefined ? [] : Object.keys(under().world.own))
        expect([name, listed![name]]).toEqual([name, shown![name]]);
    }
  });

  it('stands in its asset from the revision on that takes it in', async () => {
    const { asset } = await under().asset();
    const added = await under().made({}, asset);
    await under().assets.update(asset, { name: 'later' });
    const events = await under().assets.events(asset);
    const took = events.findIndex(({ data }) => JSON.stringify(data).includes(added.id));
    for (const [revision, isIn] of [[took - 1, false] as const, [took, true] as const]) {
      const { stream, metadata } = events[revision]!;
      const at = { at: metadata.at, pinned: { stream, revision: BigInt(revision) } };
      const within = (await under().ofAsset(asset, { at }))!.map(({ id }) => id);
      expect([revision, within.includes(added.id)]).toEqual([revision, isIn]);
    }
  });

  it('is not there before it was made: by itself, in lists, in its asset', async () => {
    const at = await beforeIt();
    expect(await under().read(one, { at, deletedToo: true })).toBeUndefined();
    const page = await under().page(one.asset, {}, {}, { at });
    const listed = typeof page === 'string' ? [] : page.elements.map(({ id }) => id);
    const within = ((await under().ofAsset(one.asset, { at })) ?? []).map(({ id }) => id);
    expect([...listed, ...within]).not.toContain(one.id);
  });

  it('has a history that tells each change with both sides, of long texts too, and nothing of the inside', async () => {
    const all = (await under().history(one))!;
    expect(all.map(({ type }) => type)).toEqual((await under().events(one)).map(({ type }) => type));
    const paths = (entries: readonly HistoryEntry[]) =>
      entries.flatMap(({ changes }) => changes).map(({ path }) => path);
    for (const path of paths(all))
      expect(path).not.toMatch(/(^|\/)(revision|words|updated_at|status|asset_id|purged_at)$/);
    const fields = Object.keys(under().whole());
    const isField = (path: string): boolean => fields.includes(path.split('/')[1]!);
    for (const [index, { at, kept }] of moments.slice(1).entries()) {
      const before = moments[index]!;
      const [from, to] = [Number(before.at.pinned!.revision), Number(at.pinned!.revision)];
      const entries = all.slice(from + 1, to + 1);
      for (const change of entries.flatMap(({ changes }) => changes).filter(({ path }) => isField(path)))
        expect([change.before, change.after]).toEqual([
          pointedTo(before.kept, change.path),
          pointedTo(kept, change.path),
        ]);
      const changed = fields.filter((field) => before.kept![field] !== kept![field]);
      const named = paths(entries)
        .filter(isField)
        .map((path) => path.split('/')[1]!);
      expect([to, named.sort()]).toEqual([to, changed.sort()]);
    }
    expect(paths(all.slice(0, 1))).toEqual(expect.arrayContaining(fields.map((field) => `/${field}`)));
  });

  it('has a history up to the moment that is read', async () => {
    const { at } = moments[1]!;
    expect(await under().history(one, { at: at.at })).toHaveLength(Number(at.pinned!.revision) + 1);
    expect(await under().history(one, { at })).toHaveLength(Number(at.pinned!.revision) + 1);
  });
};

/** What those see of its past who may only read its asset, when the history of that begins later. */
export const visiblePastCases = (under: Under): void => {
  let one: One;
  let gone: One;
  let before: string;
  let begins: string;
  beforeAll(async () => {
    one = await under().made(under().whole(), (await under().sharedAsset()).asset);
    gone = await under().made(under().whole(), one.asset);
    await under().fill(one);
    await under().remove(gone);
    before = await under().pass();
    await under().assets.update(one.asset, { history_from: 'now' });
    begins = (await under().assets.read(one.asset))!['history_from'] as string;
    await under().pass();
    await under().update(one, under().unlike());
  });

  it('is not there before it begins, neither by time nor by revision, nor in lists', async () => {
    const { grace, ned } = under().assets;
    const [first] = await under().events(one);
    const pinned = { at: first!.metadata.at, pinned: { stream: first!.stream, revision: 0n } };
    const seen = async (principal: typeof ned) => {
      const then = await under().page(one.asset, {}, {}, { principal, at: before });
      return [
        (await under().read(one, { principal, at: before }))?.name,
        (await under().read(one, { principal, at: pinned }))?.name,
        (await under().ofAsset(one.asset, { principal, at: before })) !== undefined,
        typeof then !== 'string',
      ];
    };
    expect(await seen(grace)).toEqual([undefined, undefined, false, false]);
    expect(await seen(ned)).toEqual(['whole', 'whole', true, true]);
    expect((await under().read(one, { principal: grace, at: begins }))?.name).toBe('whole');
  });

  it('has a history from there on, which tells nothing of what was', async () => {
    const { grace, ned } = under().assets;
    const [all, told] = [(await under().history(one))!, (await under().history(one, { principal: grace }))!];
    expect(await under().history(one, { principal: ned })).toEqual(all);
    expect(all).toHaveLength((await under().revision(one)) + 1);
    expect(told.map(({ revision }) => revision)).toEqual(all.slice(-1).map(({ revision }) => revision));
    expect(JSON.stringify(all)).toContain('whole');
    const sides = told.flatMap(({ changes }) => changes).map(({ path, before: was }) => [path, was]);
    expect(sides).toContainEqual(['/name', all.at(-1)!.changes.find(({ path }) => path === '/name')!.before]);
  });

  it('is not told of what was gone before it begins', async () => {
    const { grace, ned } = under().assets;
    for (const [principal, isTold] of [[grace, false] as const, [ned, true] as const])
      expect([
        (await under().history(gone, { principal })) !== undefined,
        (await under().read(gone, { principal, deletedToo: true })) !== undefined,
      ]).toEqual([isTold, isTold]);
  });
};

/** A copy of one. */
export const copyCases = (under: Under): void => {
  it('is like it, with a number and server-made fields of its own, what is in it under other ids', async () => {
    const { world } = under();
    const { ned } = under().assets;
    const { asset } = await under().sharedAsset();
    const one = await under().made(under().whole(), asset);
    await under().fill(one);
    await under().made({}, asset);
    const source = (await under().read(one))!;
    const copy = await under().copied(one, ned);
    const shown = (await under().read(copy))!;
    const { version: _, ...same } = under().whole();
    expect(shown).toMatchObject({ ...same, version: '4', version_number: 4, user_id: ned.userId });
    for (const field of ['id', 'created_at', ...world.fresh])
      expect([field, shown[field]]).not.toEqual([field, source[field]]);
    const [told, toldOfCopy] = [(await under().events(one))[0]!, (await under().events(copy))[0]!];
    expect(Object.keys(toldOfCopy.data as object).sort()).toEqual(Object.keys(told.data as object).sort());
    const [parts, copied] = [under().parts(source), under().parts(shown)];
    expect(parts.length > 0).toBe(world.inside !== undefined);
    expect(under().said(shown)).toEqual(under().said(source));
    expect(copied.filter(({ id }) => parts.some((part) => part.id === id))).toEqual([]);
    expect([await plain(under(), one), await under().read(one)]).toEqual([
      { ...source, updated_at: '' },
      source,
    ]);
  });

  it('goes its own way', async () => {
    const one = await under().made(under().whole());
    await under().fill(one);
    const copy = await under().copied(one);
    const [source, like] = [await under().read(one), await under().read(copy)];
    await under().update(copy, under().unlike());
    await under().fill(copy);
    expect(await under().read(one)).toEqual(source);
    await under().remove(one);
    await under().purge(one.id);
    await under().assets.sweep();
    expect(await under().read(copy)).toMatchObject({ ...under().unlike(), id: like!.id });
    expect(under().parts((await under().read(copy))!).length).toBeGreaterThanOrEqual(
      under().parts(like!).length,
    );
  });
};
