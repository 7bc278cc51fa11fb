import { freshId, timestamp } from '@cairn/kernel';
import { outcome } from '../under-test.js';
import { type One, plain, type VersionsUnderTest } from './under-test.js';

type Under = () => VersionsUnderTest;
const DAY = 24 * 60 * 60 * 1000;

/** Deleting and bringing back. */
export const endingCases = (under: Under): void => {
  it('is gone when it is deleted, by one event that names its end', async () => {
    const one = await under().made(under().whole());
    await under().fill(one);
    const [before, last] = [(await under().read(one))!, await under().revision(one)];
    const sent = under().assets.now;
    expect(outcome(await under().remove(one))).toBe('done');
    expect(await under().deeds(one, last + 1)).toEqual(['deleted']);
    const { data, metadata } = (await under().events(one)).at(-1)!;
    const decided = timestamp(Date.parse((data as { readonly purge_at: string }).purge_at) - 30 * DAY);
    expect([sent <= decided, decided <= metadata.at]).toEqual([true, true]);
    expect(await under().read(one)).toBeUndefined();
    expect(await under().listed(one.asset)).not.toContain(one.id);
    expect((await under().ofAsset(one.asset))!.map(({ id }) => id)).not.toContain(one.id);
    expect(await under().read(one, { deletedToo: true })).toEqual({ ...before, updated_at: metadata.at });
    expect(await under().history(one)).toHaveLength(last + 2);
    const replies = [
      await under().update(one, { name: 'x' }),
      await under().remove(one),
      await under().duplicate(one),
    ];
    expect(replies.map(outcome)).toEqual(['not_found', 'not_found', 'not_found']);
  });

  it('comes back as it was, with its number', async () => {
    const one = await under().made(under().whole());
    await under().fill(one);
    const before = await plain(under(), one);
    expect(outcome(await under().restore(one))).toBe('not_deleted');
    await under().remove(one);
    const later = await under().made({}, one.asset);
    expect(outcome(await under().restore(one))).toBe('done');
    expect(await plain(under(), one)).toEqual(before);
    expect((await under().ofAsset(one.asset))!.map(({ id }) => id)).toEqual(
      expect.arrayContaining([one.id, later.id]),
    );
    expect(outcome(await under().restore(one))).toBe('not_deleted');
    expect((await under().deeds(one)).slice(-2)).toEqual(['deleted', 'restored']);
  });

  it('stays as long as it is the active one, by whatever it would go', async () => {
    const { assets } = under();
    const first = await under().asset();
    expect(outcome(await under().remove(first))).toBe('version_active');
    const one = await under().made({}, first.asset);
    await under().remove(one);
    await under().restore(one);
    await assets.activate(one.asset, one.id);
    expect(outcome(await under().revert(one, 2))).toBe('version_active');
    expect(outcome(await under().remove(one))).toBe('version_active');
    expect(await under().read(one)).toBeDefined();
    await assets.activate(one.asset, first.id);
    expect(outcome(await under().revert(one, 2))).toBe('done');
    expect(await under().read(one)).toBeUndefined();
    expect(await under().deeds(first)).toEqual(['created']);
  });
};

/** Its end for good. */
export const purgingCases = (under: Under): void => {
  const purged = async (): Promise<One> => {
    const one = await under().made(under().whole());
    await under().remove(one);
    expect(outcome(await under().purge(one.id))).toBe('done');
    return one;
  };

  it('is purged by a timer alone, when its time has come, and not when it is back', async () => {
    const { ada, model, world, contract } = under();
    const one = await under().made();
    expect(outcome(await under().purge(one.id))).toBe('done');
    await under().remove(one);
    const { data, metadata } = (await under().events(one)).at(-1)!;
    const { timers } = model.parts(world.assets.reads);
    const facts = { id: one.id, at: metadata.at } as Parameters<NonNullable<typeof timers>['set']>[1];
    const [timer] = timers!.set({ type: contract.events.deleted.name, data }, facts);
    const { purge_at: due } = data as { readonly purge_at: string };
    expect(timer).toMatchObject({ due, command: contract.commands.purge.name, input: { id: one.id } });
    for (const ended of ['restored', 'purged'] as const)
      expect(timers!.stop({ type: contract.events[ended].name, data: {} }, facts)).toEqual([timer!.id]);
    expect(await under().purge(one.id, ada)).toMatchObject({
      code: 'forbidden',
      detail: 'Versions are purged by a timer only.',
    });
    await under().restore(one);
    expect(outcome(await under().purge(one.id))).toBe('done');
    expect(await under().deeds(one)).toEqual(['created', 'deleted', 'restored']);
    expect(await under().read(one)).toBeDefined();
  });

  it('does not come back from there, by whatever is tried, and is told to nobody who did not know of it', async () => {
    const one = await purged();
    const replies = [
      await under().restore(one),
      await under().revert(one, 1),
      await under().revert(one, 0),
      await under().revert(one, 2),
    ];
    expect(replies.map(outcome)).toEqual(['purged', 'purged', 'purged', 'purged']);
    expect(outcome(await under().restore(one, { principal: under().assets.eve }))).toBe('not_found');
    expect(outcome(await under().update(one, { name: 'x' }))).toBe('not_found');
    expect(outcome(await under().purge(one.id))).toBe('done');
    expect(await under().deeds(one)).toEqual(['created', 'deleted', 'purged']);
  });

  it('is read as it was, and tells what happened to it', async () => {
    const one = await under().made(under().whole());
    await under().fill(one);
    const before = await under().read(one);
    const then = await under().pass();
    await under().remove(one);
    await under().purge(one.id);
    await under().assets.sweep();
    expect(await under().read(one, { at: then })).toEqual(before);
    expect(await under().history(one)).toHaveLength((await under().revision(one)) + 1);
  });

  it('takes with it what is in it, when it is purged or its asset is, and of no other', async () => {
    const filled = async () => {
      const one = await under().made();
      await under().fill(one);
      return one;
    };
    const [there, deleted, gone, within] = [await filled(), await filled(), await filled(), await filled()];
    const count = async (one: One) => under().parts((await under().read(one, { deletedToo: true }))!).length;
    const before = await count(there);
    await under().assets.sweep();
    for (const one of [deleted, gone]) await under().remove(one);
    await under().assets.remove(within.asset);
    expect(await under().assets.sweep()).toBe(0);
    await under().purge(gone.id);
    await under().assets.purge(within.asset);
    await under().assets.sweep();
    expect([await count(there), await count(deleted), await count(gone), await count(within)]).toEqual([
      before,
      before,
      0,
      0,
    ]);
    expect(await under().assets.sweep()).toBe(0);
  });

  it('is not there to be purged where there is none', async () => {
    expect(outcome(await under().purge(freshId()))).toBe('not_found');
  });
};
