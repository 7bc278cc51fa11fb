import { outcome } from '../under-test.js';
import { plain, type VersionsUnderTest } from './under-test.js';
import type { VersionsWorld } from './world.js';

type Under = () => VersionsUnderTest;

/** Undoing what was changed in it. */
export const revertingCases = (world: VersionsWorld, under: Under): void => {
  const names = ['name', 'description', 'version', ...Object.keys(world.own)];

  it.each(names)('%s is set back, and again to what it was when that is undone', async (name) => {
    const one = await under().made(under().whole());
    const before = await plain(under(), one);
    await under().update(one, { [name]: under().unlike()[name]! });
    const after = await plain(under(), one);
    expect(outcome(await under().revert(one, 1))).toBe('done');
    expect(await plain(under(), one)).toEqual(before);
    expect(outcome(await under().revert(one, 2))).toBe('done');
    expect(await plain(under(), one)).toEqual(after);
    expect(await under().deeds(one, 1)).toEqual(['updated', 'updated', 'updated']);
  });

  it.each(names)('%s is not set back when it was changed since, and then nothing is', async (name) => {
    const one = await under().made(under().whole());
    await under().update(one, under().unlike());
    await under().update(one, { [name]: under().whole()[name]! });
    const before = await plain(under(), one);
    expect(await under().revert(one, 1)).toMatchObject({
      code: 'not_revertible',
      errors: [{ pointer: `/${name}`, code: 'changed_since', revision: 2 }],
    });
    expect([await under().revision(one), await plain(under(), one)]).toEqual([2, before]);
  });

  it.each(names)(
    '%s stays as a later change made it when an earlier one of others is undone',
    async (name) => {
      const one = await under().made(under().whole());
      const { [name]: later, ...others } = under().unlike();
      await under().update(one, others);
      await under().update(one, { [name]: later! });
      expect(outcome(await under().revert(one, 1))).toBe('done');
      expect(await under().read(one)).toMatchObject({ ...under().whole(), [name]: later });
    },
  );

  it('is not undone that it was made, nor what has not come', async () => {
    const one = await under().made();
    const replies = [await under().revert(one, 0), await under().revert(one, 1)];
    expect(replies.map(outcome)).toEqual(['not_revertible', 'in_future']);
    expect(await under().revision(one)).toBe(0);
  });

  if (world.inside !== undefined)
    it('keeps what is in it when its fields are set back, and loses it when that is undone', async () => {
      const one = await under().made(under().whole());
      const before = await plain(under(), one);
      await under().update(one, under().unlike());
      await under().fill(one);
      const parts = under().parts((await under().read(one))!);
      expect(outcome(await under().revert(one, 1))).toBe('done');
      expect(await under().read(one)).toMatchObject(under().whole());
      expect(under().parts((await under().read(one))!)).toEqual(parts);
      for (let last = (await under().revision(one)) - 1; last > 1; last -= 1)
        expect(outcome(await under().revert(one, last))).toBe('done');
      expect(await plain(under(), one)).toEqual(before);
      const updates = (await under().deeds(one)).filter((does) => does === 'updated');
      expect(updates).toHaveLength(2);
    });
};

/** Undoing what ended it. */
export const revertedEndCases = (under: Under): void => {
  it('comes back when its deletion is undone, and goes when that it came back is', async () => {
    const one = await under().made(under().whole());
    const before = await plain(under(), one);
    await under().remove(one);
    expect(outcome(await under().revert(one, 1))).toBe('done');
    expect(await plain(under(), one)).toEqual(before);
    expect(outcome(await under().revert(one, 2))).toBe('done');
    expect(await under().read(one)).toBeUndefined();
    expect(outcome(await under().restore(one))).toBe('done');
    const told = { code: 'not_revertible', errors: [{ pointer: '/deleted', code: 'changed_since' }] };
    expect([await under().revert(one, 1), await under().revert(one, 3)].map(outcome)).toEqual([
      'not_revertible',
      'not_revertible',
    ]);
    await under().remove(one);
    expect(await under().revert(one, 2)).toMatchObject({
      ...told,
      errors: [{ ...told.errors[0], revision: 5 }],
    });
    expect(await under().deeds(one, 1)).toEqual(['deleted', 'restored', 'deleted', 'restored', 'deleted']);
  });

  it('names its new end when it goes again', async () => {
    const one = await under().made();
    await under().remove(one);
    await under().restore(one);
    const sent = Date.now();
    expect(outcome(await under().revert(one, 2))).toBe('done');
    const { data } = (await under().events(one)).at(-1)!;
    const { purge_at } = data as { readonly purge_at: string };
    expect(Date.parse(purge_at)).toBeGreaterThanOrEqual(sent + 30 * 24 * 60 * 60 * 1000);
  });

  it('has no other change undone while it is deleted', async () => {
    const one = await under().made();
    await under().update(one, { name: 'x' });
    await under().remove(one);
    expect(outcome(await under().revert(one, 1))).toBe('not_found');
    expect(await under().revision(one)).toBe(2);
  });
};
