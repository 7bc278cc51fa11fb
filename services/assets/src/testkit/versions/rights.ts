import { type CommandReply, freshId, type Principal } from '@cairn/kernel';
import { outcome } from '../under-test.js';
import type { One, VersionsUnderTest } from './under-test.js';

type Under = () => VersionsUnderTest;

/** Everything that is asked of one that is there, or was deleted, by what may not change that it is found. */
const answers = async (under: VersionsUnderTest, one: One, principal: Principal) => ({
  read: (await under.read(one, { principal })) !== undefined,
  kept: (await under.read(one, { principal, deletedToo: true })) !== undefined,
  then: (await under.read(one, { principal, at: await under.pass() })) !== undefined,
  history: (await under.history(one, { principal })) !== undefined,
});
const ALL = { read: true, kept: true, then: true, history: true };
const NONE = { read: false, kept: false, then: false, history: false };

/** Every command on one that was changed once. */
const codes = async (under: VersionsUnderTest, one: One, principal: Principal) => {
  const by = { principal };
  const replies: Readonly<Record<string, CommandReply>> = {
    update: await under.update(one, under.whole(), by),
    duplicate: await under.duplicate(one, by),
    remove: await under.remove(one, by),
    restore: await under.restore(one, by),
    revert: await under.revert(one, 1, by),
    undelete: await under.revert(one, 2, by),
  };
  return Object.fromEntries(Object.entries(replies).map(([does, reply]) => [does, outcome(reply)]));
};
const alike = (code: string) =>
  Object.fromEntries(
    ['update', 'duplicate', 'remove', 'restore', 'revert', 'undelete'].map((does) => [does, code]),
  );

/** Who may do what. */
export const rightCases = (under: Under): void => {
  it('is found, and changed, by nobody who may not know of its asset', async () => {
    const { eve } = under().assets;
    const one = await under().made(under().whole(), (await under().sharedAsset()).asset);
    await under().update(one, { name: 'changed' });
    expect(await answers(under(), one, eve)).toEqual(NONE);
    expect(await under().page(one.asset, {}, {}, { principal: eve })).toBe('not_found');
    expect(await under().page(one.asset, { deleted: true }, {}, { principal: eve })).toBe('not_found');
    expect(await codes(under(), one, eve)).toEqual(alike('not_found'));
    await under().remove(one);
    expect(await answers(under(), one, eve)).toEqual(NONE);
    expect(await codes(under(), one, eve)).toEqual(alike('not_found'));
    expect(await under().revision(one)).toBe(2);
  });

  it('is read by who may read its asset, and not changed', async () => {
    const { grace } = under().assets;
    const one = await under().made(under().whole(), (await under().sharedAsset()).asset);
    await under().update(one, { name: 'changed' });
    expect(await answers(under(), one, grace)).toEqual(ALL);
    expect(await under().read(one, { principal: grace })).toEqual(await under().read(one));
    expect(await under().listed(one.asset, {}, { principal: grace })).toContain(one.id);
    expect(await under().page(one.asset, { deleted: true }, {}, { principal: grace })).toBe('forbidden');
    expect(await codes(under(), one, grace)).toEqual(alike('forbidden'));
    await under().remove(one);
    expect(await codes(under(), one, grace)).toEqual(alike('forbidden'));
    expect(await under().revision(one)).toBe(2);
  });

  it('is written by who may write its asset, and not deleted nor brought back', async () => {
    const { ned } = under().assets;
    const { asset } = await under().sharedAsset();
    const by = { principal: ned };
    const id = freshId();
    expect(outcome(await under().create(asset, {}, { ...by, id }))).toBe('done');
    const copy = await under().copied({ asset, id: (await under().listed(asset)).at(-1)! }, ned);
    expect(await under().read(copy)).toMatchObject({ user_id: ned.userId });
    expect(outcome(await under().update(copy, under().whole(), by))).toBe('done');
    expect(outcome(await under().revert(copy, 1 + (await firstChange(under(), copy)), by))).toBe('done');
    expect(outcome(await under().remove(copy, by))).toBe('forbidden');
    expect(await under().page(asset, { deleted: true }, {}, by)).toBe('forbidden');
    await under().remove(copy);
    expect(outcome(await under().restore(copy, by))).toBe('forbidden');
    expect(outcome(await under().revert(copy, undefined, by))).toBe('forbidden');
    await under().restore(copy);
    expect(outcome(await under().revert(copy, undefined, by))).toBe('forbidden');
  });

  it('is written under a scope of its asset', async () => {
    const { resource } = under().assets.contract;
    const one = await under().made();
    const key = (...scopes: readonly string[]): Principal => ({ ...under().ada, kind: 'key', scopes });
    const reader = { principal: key(`${resource}:read`) };
    const updated = async (asking: typeof reader) =>
      outcome(await under().update(one, { name: 'x' }, asking));
    expect(await under().read(one, reader)).toBeDefined();
    expect(outcome(await under().create(one.asset, {}, reader))).toBe('scope_missing');
    expect(await updated(reader)).toBe('scope_missing');
    expect(await updated({ principal: key(`${resource}:write`, `${resource}:read`) })).toBe('done');
    const writer = { principal: key(`${resource}:write`, `${resource}:read`) };
    expect(outcome(await under().remove(one, writer))).toBe('scope_missing');
    const stranger = { principal: key('me:read') };
    expect([await under().read(one, stranger), await under().page(one.asset, {}, {}, stranger)]).toEqual([
      undefined,
      'not_found',
    ]);
  });
};

/** The revision before the first change of fields. */
const firstChange = async (under: VersionsUnderTest, one: One): Promise<number> =>
  (await under.deeds(one)).indexOf('updated') - 1;

/** Where it is found. */
export const placeCases = (under: Under): void => {
  it('is not found under another asset, by whatever is asked (S2)', async () => {
    const { assets, ada } = under();
    const one = await under().made(under().whole());
    await under().update(one, { name: 'changed' });
    const foreign = { asset: (await under().asset()).asset, id: one.id };
    const before = [await under().revision(one), await assets.revision(foreign.asset)];
    expect(await answers(under(), foreign, ada)).toEqual(NONE);
    expect(await codes(under(), foreign, ada)).toEqual(alike('not_found'));
    expect(outcome(await assets.activate(foreign.asset, one.id))).toBe('not_found');
    expect(outcome(await assets.update(foreign.asset, { active_version_id: one.id }))).toBe(
      'foreign_version',
    );
    expect(await under().listed(foreign.asset)).not.toContain(one.id);
    await under().remove(one);
    expect(await answers(under(), foreign, ada)).toEqual(NONE);
    expect(await codes(under(), foreign, ada)).toEqual(alike('not_found'));
    expect(await under().listed(foreign.asset, { deleted: true })).toEqual([]);
    await under().restore(one);
    const [changed, unchanged] = before as [number, number];
    expect([await under().revision(one), await assets.revision(foreign.asset)]).toEqual([
      changed + 2,
      unchanged,
    ]);
  });

  it('is not found where there is none', async () => {
    const { asset } = await under().asset();
    for (const none of [
      { asset, id: freshId() },
      { asset: freshId(), id: freshId() },
    ]) {
      expect(await answers(under(), none, under().ada)).toEqual(NONE);
      expect(await codes(under(), none, under().ada)).toEqual(alike('not_found'));
    }
    expect(outcome(await under().assets.activate(asset, freshId()))).toBe('not_found');
    expect(outcome(await under().purge(freshId()))).toBe('not_found');
  });

  it('is gone with its asset, as long as that is deleted, and no event is its own', async () => {
    const { assets, ada } = under();
    const one = await under().made(under().whole());
    await under().update(one, { name: 'changed' });
    const before = await under().read(one);
    const then = await under().pass();
    await assets.remove(one.asset);
    const { kept, history, ...found } = await answers(under(), one, ada);
    expect([kept, history, found]).toEqual([true, true, { read: false, then: false }]);
    expect(await under().page(one.asset)).toBe('not_found');
    expect(await under().page(one.asset, { deleted: true })).toBe('not_found');
    expect(await codes(under(), one, ada)).toEqual(alike('not_found'));
    expect(outcome(await assets.activate(one.asset, one.id))).toBe('not_found');
    expect(await under().read(one, { at: then })).toEqual(before);
    expect(await under().listed(one.asset, {}, { at: then })).toContain(one.id);
    expect(await under().revision(one)).toBe(1);
    await assets.restore(one.asset);
    expect([await under().read(one), (await under().listed(one.asset)).includes(one.id)]).toEqual([
      before,
      true,
    ]);
  });

  it('is the active one of its asset, as long as it is there', async () => {
    const { assets } = under();
    const one = await under().made();
    expect(outcome(await assets.activate(one.asset, one.id))).toBe('done');
    expect(await assets.read(one.asset)).toMatchObject({ active_version_id: one.id });
    const gone = await under().made({}, one.asset);
    await under().remove(gone);
    expect(outcome(await assets.activate(one.asset, gone.id))).toBe('not_found');
    expect(outcome(await assets.update(one.asset, { active_version_id: gone.id }))).toBe('foreign_version');
  });
};

/** Who reads what its events tell. */
export const toldCases = (under: Under): void => {
  const mayRead = async (one: One, principal: Principal, at?: string): Promise<boolean> => {
    const { published } = under().world.service;
    const context = under().assets.reading({ principal });
    return published!.mayRead!(
      at === undefined ? context : { ...context, pointInTime: { at } },
      under().stream(one),
    );
  };

  it('is who may read its asset, whatever became of both', async () => {
    const { grace, eve } = under().assets;
    const { asset } = await under().sharedAsset();
    const one = await under().made({}, asset);
    const who = async () => [
      await mayRead(one, under().ada),
      await mayRead(one, grace),
      await mayRead(one, eve),
    ];
    expect(await who()).toEqual([true, true, false]);
    await under().remove(one);
    expect(await who()).toEqual([true, true, false]);
    await under().assets.remove(asset);
    expect(await who()).toEqual([true, true, false]);
    expect(await mayRead({ asset, id: freshId() }, under().ada)).toBe(false);
    const { resource } = under().assets.contract;
    const key = (scope: string): Principal => ({ ...under().ada, kind: 'key', scopes: [scope] });
    expect([await mayRead(one, key(`${resource}:read`)), await mayRead(one, key('me:read'))]).toEqual([
      true,
      false,
    ]);
  });

  it('is from where the visible history begins who may only read it', async () => {
    const { grace, ned } = under().assets;
    const one = await under().made({}, (await under().sharedAsset()).asset);
    const { metadata } = (await under().events(one))[0]!;
    await under().pass();
    await under().assets.update(one.asset, { history_from: 'now' });
    const now = await under().pass();
    for (const [principal, before] of [[grace, false] as const, [ned, true] as const])
      expect([await mayRead(one, principal, metadata.at), await mayRead(one, principal, now)]).toEqual([
        before,
        true,
      ]);
  });
};
