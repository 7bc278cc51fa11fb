import { derivedId, freshId } from '@cairn/kernel';
import { outcome } from '../under-test.js';
import { type One, refusedAt, type VersionsUnderTest } from './under-test.js';
import type { GuardedPart } from './world.js';

type Under = () => VersionsUnderTest;

/** What not everybody may put into a version comes into none by whatever else is done. */
export const guardedCases = ({ brought, allowed, code, pointer, clear }: GuardedPart, under: Under): void => {
  beforeEach(() => allowed.clear());
  const expectNone = async (command: string): Promise<void> =>
    expect(await under().events({ id: derivedId(command, 'version', 0) })).toEqual([]);
  /** One that has it, put there by who might. */
  const made = async (asset: string): Promise<One> => {
    allowed.add(under().ada.userId);
    return under().made(brought, asset);
  };

  it('is made with it by who may alone, and by nobody else with its asset', async () => {
    const { assets } = under();
    const { asset } = await under().sharedAsset();
    for (const principal of [under().ada, assets.ned]) {
      const id = freshId();
      expect(refusedAt(await under().create(asset, brought, { principal, id }))).toEqual([code, pointer]);
      await expectNone(id);
    }
    if (under().model.ofAsset.first !== undefined) {
      const id = freshId();
      expect(refusedAt(await assets.create({ name: 'x', ...brought }, { id }))).toEqual([code, pointer]);
      expect(await assets.events(derivedId(id, assets.contract.called, 0))).toEqual([]);
      await expectNone(id);
    }
    expect(under().parts((await under().read(await made(asset)))!)).not.toEqual([]);
  });

  it('is copied by who may put in what is in it', async () => {
    const { ned } = under().assets;
    const one = await made((await under().sharedAsset()).asset);
    const id = freshId();
    expect(outcome(await under().duplicate(one, { principal: ned, id }))).toBe(code);
    await expectNone(id);
    const copy = await under().copied(one);
    expect(under().said((await under().read(copy))!)).toEqual(under().said((await under().read(one))!));
    allowed.clear();
    expect(outcome(await under().duplicate(one))).toBe(code);
  });

  it('has it back by an undoing of who may put it in, and its fields changed by everybody', async () => {
    const { ned } = under().assets;
    const one = await made((await under().sharedAsset()).asset);
    const before = under().said((await under().read(one))!);
    await clear(under().running, under().ada, { assetId: one.asset, versionId: one.id });
    const cleared = await under().revision(one);
    expect(outcome(await under().revert(one, cleared, { principal: ned }))).toBe(code);
    expect(outcome(await under().update(one, { name: 'x' }, { principal: ned }))).toBe('done');
    expect(await under().revision(one)).toBe(cleared + 1);
    expect(outcome(await under().revert(one, cleared))).toBe('done');
    expect(under().said((await under().read(one))!)).toEqual(before);
  });
};
