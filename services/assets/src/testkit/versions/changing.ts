import { outcome } from '../under-test.js';
import type { VersionsUnderTest } from './under-test.js';
import type { VersionsWorld } from './world.js';

type Under = () => VersionsUnderTest;

/** What may be set of one. */
export const changingCases = (world: VersionsWorld, under: Under): void => {
  const names = ['name', 'description', 'version', ...Object.keys(world.own)];

  it.each(names)('%s is set, changed, and kept when nothing is said of it', async (name) => {
    const one = await under().made(under().whole());
    const before = (await under().read(one))!;
    const value = under().unlike()[name]!;
    await under().pass();
    expect(outcome(await under().update(one, { [name]: value }))).toBe('done');
    const { updated_at, ...after } = (await under().read(one))!;
    expect({ ...after, updated_at: before.updated_at }).toEqual({ ...before, [name]: value });
    expect(updated_at > before.updated_at).toBe(true);
    expect(await under().deeds(one, 1)).toEqual(['updated']);
  });

  it('is cleared of what need not be there, in one event', async () => {
    const one = await under().made(under().whole());
    expect(outcome(await under().update(one, under().cleared()))).toBe('done');
    expect(await under().read(one)).toMatchObject({ ...under().whole(), ...under().cleared() });
    expect(await under().deeds(one, 1)).toEqual(['updated']);
  });

  it('is not changed by what it is already, and not by nothing', async () => {
    const one = await under().made(under().whole());
    for (const body of [under().whole(), {}]) expect(outcome(await under().update(one, body))).toBe('done');
    expect(await under().deeds(one)).toEqual(['created']);
  });

  it('is not called by what cannot be seen', async () => {
    const one = await under().made();
    for (const name of ['', ' ', '\u200b']) {
      expect(outcome(await under().update(one, { name }))).toBe('invalid_body');
      expect(outcome(await under().create(one.asset, { name }))).toBe('invalid_body');
    }
  });

  it('is changed alone: no other of its asset, and not the asset', async () => {
    const one = await under().made(under().whole());
    const other = await under().made(under().whole(), one.asset);
    const before = [await under().read(other), await under().assets.revision(one.asset)];
    await under().update(one, under().unlike());
    await under().fill(one);
    expect([await under().read(other), await under().assets.revision(one.asset)]).toEqual(before);
  });
};
