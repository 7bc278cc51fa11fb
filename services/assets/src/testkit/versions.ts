import { freshId, type Principal } from '@cairn/kernel';
import { type AssetsUnderTest, outcome } from './under-test.js';

type Under = () => AssetsUnderTest;

export const LOGO = { sha256: 'a1'.repeat(32), size: 4096, content_type: 'image/png', file_name: 'logo.png' };

/** One with two versions, of which the first is active. */
export const withTwo = async (under: AssetsUnderTest) => {
  const { world, running, ada } = under;
  const id = await under.made(under.whole());
  const made = (): Promise<string> => world.versions.make(running, ada, id);
  const first = (await under.state(id)).active_version_id || (await made());
  await under.activate(id, first);
  return { id, first, second: await made() };
};

/** Which of its versions is active. */
export const versionCases = (under: Under): void => {
  it('is one of its own, by one event, and says nothing when it is that already', async () => {
    const { ada } = under();
    const { id, first, second } = await withTwo(under());
    const before = await under().revision(id);
    expect(await under().read(id)).toMatchObject({ active_version_id: first });
    expect(outcome(await under().activate(id, second))).toBe('done');
    expect(await under().read(id)).toMatchObject({ active_version_id: second });
    expect(outcome(await under().activate(id, second))).toBe('done');
    expect(outcome(await under().update(id, { active_version_id: first }))).toBe('done');
    expect(outcome(await under().update(id, { active_version_id: first }))).toBe('done');
    expect(await under().read(id)).toMatchObject({ active_version_id: first });
    expect(await under().deeds(id, before + 1)).toEqual(['versionActivated', 'versionActivated']);
    expect((await under().events(id)).at(-1)!.data).toEqual({
      ...{ version_id: first, previous: second },
      user_id: ada.userId,
    });
  });

  it('tells who made it so, when and why: as it is, in lists, and as it was', async () => {
    const { ada, ned } = under();
    const { id, first, second } = await withTwo(under());
    await under().shared(id, { user_id: ned.userId, role_slug: 'share_editor' });
    const told = async (at?: string) =>
      (await under().read(id, at === undefined ? {} : { at }))!['activation'];
    const beganBy = await told();
    expect(beganBy).toMatchObject({ version_id: first, user_id: ada.userId, reason: '' });
    const then = await under().pass();
    const key: Principal = { ...ned, kind: 'key', apiKeyId: freshId() };
    const reason = 'half as many errors';
    await under().activate(id, second, { principal: key, reason });
    const { at } = (await under().events(id)).at(-1)!.metadata;
    const now = { version_id: second, at, user_id: ned.userId, reason };
    const { elements } = await under().page({});
    expect([await told(), elements.find((one) => one.id === id)!['activation']]).toEqual([now, now]);
    expect(await told(then)).toEqual(beganBy);
    expect((await under().history(id))!.at(-1)!.changes).toEqual([
      { path: '/active_version_id', before: first, after: second },
      { path: '/activation/reason', before: '', after: reason },
    ]);
    await under().update(id, { name: 'renamed' });
    expect(await told()).toEqual(now);
  });

  it('keeps another reason for the active version by an event, and none or the same by no event', async () => {
    const { ada, ned } = under();
    const { id, first, second } = await withTwo(under());
    await under().shared(id, { user_id: ned.userId, role_slug: 'share_editor' });
    await under().activate(id, second, { reason: 'a complaint' });
    const before = await under().revision(id);
    const told = async () => (await under().read(id))!['activation'];
    expect(await told()).toMatchObject({ user_id: ada.userId, reason: 'a complaint' });
    const corrects = { principal: ned, reason: 'half as many errors' };
    expect(outcome(await under().activate(id, second, corrects))).toBe('done');
    const event = (await under().events(id)).at(-1)!;
    expect(event.data).toEqual({
      ...{ version_id: second, previous: second },
      ...{ user_id: ned.userId, reason: 'half as many errors' },
    });
    const now = { version_id: second, at: event.metadata.at, user_id: ned.userId, reason: corrects.reason };
    expect(await told()).toEqual(now);
    expect((await under().history(id))!.at(-1)!.changes).toEqual([
      { path: '/activation/reason', before: 'a complaint', after: 'half as many errors' },
    ]);
    for (const reason of [corrects.reason, '', undefined])
      expect(outcome(await under().activate(id, second, reason === undefined ? {} : { reason }))).toBe(
        'done',
      );
    expect(outcome(await under().update(id, { active_version_id: second }))).toBe('done');
    expect(await told()).toEqual(now);
    expect(await under().deeds(id, before + 1)).toEqual(['versionActivated']);
    // Why it is active is said anew; the activation itself is undone as if it had not been.
    expect(outcome(await under().revert(id, before + 1))).toBe('not_revertible');
    expect(outcome(await under().revert(id, before))).toBe('done');
    expect(await told()).toMatchObject({ version_id: first, reason: '' });
    await under().activate(id, second, { reason: corrects.reason });
    expect(await told()).toMatchObject({ version_id: second, user_id: ada.userId, reason: corrects.reason });
  });

  it('is told after an undoing as made so by who undid, without a reason', async () => {
    const { ada, ned } = under();
    const { id, first, second } = await withTwo(under());
    await under().activate(id, second, { reason: 'half as many errors' });
    await under().shared(id, { user_id: ned.userId, role_slug: 'share_editor' });
    const activated = (await under().events(id)).findIndex(({ data }) => 'reason' in (data as object));
    expect(outcome(await under().revert(id, activated, { principal: ned }))).toBe('done');
    const { at } = (await under().events(id)).at(-1)!.metadata;
    const { activation } = (await under().read(id))!;
    expect(activation).toEqual({ version_id: first, at, user_id: ned.userId, reason: '' });
    expect(activation).not.toMatchObject({ user_id: ada.userId });
  });

  it('tells nothing of it to mere readers where it was before the history begins', async () => {
    const { ada, ned, grace } = under();
    const { id, second } = await withTwo(under());
    await under().shared(id, { user_id: grace.userId });
    await under().shared(id, { user_id: ned.userId, role_slug: 'share_editor' });
    await under().activate(id, second, { reason: 'a complaint' });
    await under().pass();
    const seen = async (principal: Principal) => {
      const listed = (await under().page({}, {}, { principal })).elements.find((one) => one.id === id);
      return ['activation' in (await under().read(id, { principal }))!, 'activation' in listed!];
    };
    expect(await seen(grace)).toEqual([true, true]);
    await under().update(id, { history_from: 'now' });
    expect(await seen(grace)).toEqual([false, false]);
    for (const writer of [ada, ned]) expect(await seen(writer)).toEqual([true, true]);
    await under().update(id, { history_from: null });
    expect(await seen(grace)).toEqual([true, true]);
  });

  it('is no other’s, none that there is not, none that was deleted', async () => {
    const { world, running, ada } = under();
    const { id, second } = await withTwo(under());
    const foreign = (await withTwo(under())).second;
    await world.versions.remove(running, ada, id, second);
    for (const version of [foreign, freshId(), second]) {
      expect(outcome(await under().activate(id, version))).toBe('not_found');
      expect(outcome(await under().update(id, { active_version_id: version }))).toBe('foreign_version');
    }
  });

  it('is told by who may write it', async () => {
    const { grace, eve } = under();
    const { id, first, second } = await withTwo(under());
    await under().shared(id, { user_id: grace.userId });
    for (const version of [second, freshId()]) {
      const codes = [
        await under().activate(id, version, { principal: grace }),
        await under().activate(id, version, { principal: eve }),
      ];
      expect(codes.map(outcome)).toEqual(['forbidden', 'not_found']);
    }
    expect(await under().state(id)).toMatchObject({ active_version_id: first });
  });

  it('is active again when that is undone, as long as it is there', async () => {
    const { world, running, ada } = under();
    const { id, first, second } = await withTwo(under());
    await under().activate(id, second);
    const activated = await under().revision(id);
    expect(outcome(await under().revert(id, activated))).toBe('done');
    expect(await under().state(id)).toMatchObject({ active_version_id: first });
    await world.versions.remove(running, ada, id, second);
    expect(outcome(await under().revert(id, activated + 1))).toBe('not_revertible');
    expect(await under().state(id)).toMatchObject({ active_version_id: first });
  });

  it('is changed with other fields, in events of their own', async () => {
    const { id, second } = await withTwo(under());
    const before = await under().revision(id);
    expect(outcome(await under().update(id, { name: 'both', active_version_id: second }))).toBe('done');
    expect(await under().deeds(id, before + 1)).toEqual(['updated', 'versionActivated']);
  });
};

/** Its logo. */
export const logoCases = (under: Under): void => {
  it('is set, shown, set again, taken away once, and both are undone', async () => {
    const id = await under().made();
    const other = { ...LOGO, sha256: 'b2'.repeat(32) };
    const kept = () => under().model.reads.logo(under().reading(), id);
    expect(outcome(await under().removeLogo(id))).toBe('not_found');
    expect(outcome(await under().setLogo(id, LOGO))).toBe('done');
    const { path } = under().contract;
    const shown = { has_logo: true, logo: `${path.replace('{id}', id)}/logo` };
    expect([await under().read(id), await kept()]).toMatchObject([shown, LOGO]);
    expect(outcome(await under().setLogo(id, LOGO))).toBe('done');
    expect(outcome(await under().setLogo(id, other))).toBe('done');
    expect(await kept()).toEqual(other);
    expect(outcome(await under().revert(id))).toBe('done');
    expect(await kept()).toEqual(LOGO);
    expect(outcome(await under().removeLogo(id))).toBe('done');
    expect([await under().read(id), await kept()]).toMatchObject([{ has_logo: false, logo: '' }, undefined]);
    expect(outcome(await under().revert(id))).toBe('done');
    expect(await kept()).toEqual(LOGO);
    expect(await under().deeds(id, 1)).toEqual(['logoSet', 'logoSet', 'logoSet', 'logoRemoved', 'logoSet']);
  });

  it('is set by who may write it, and seen by who may read it', async () => {
    const { grace, eve, model } = under();
    const id = await under().made();
    await under().setLogo(id, LOGO);
    await under().shared(id, { user_id: grace.userId });
    const seen = (principal: typeof eve) => model.reads.logo(under().reading({ principal }), id);
    expect([await seen(grace), await seen(eve)]).toEqual([LOGO, undefined]);
    for (const [principal, code] of [[grace, 'forbidden'] as const, [eve, 'not_found'] as const]) {
      const codes = [
        await under().setLogo(id, { ...LOGO, size: 1 }, { principal }),
        await under().removeLogo(id, { principal }),
      ];
      expect(codes.map(outcome)).toEqual([code, code]);
    }
    await under().remove(id);
    expect(await seen(under().ada)).toBeUndefined();
  });
};
