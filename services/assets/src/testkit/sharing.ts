import type { ShareInput, ShareRole } from '@cairn/contracts';
import { freshId, type Principal, shareTokenOf, systemRoleId } from '@cairn/kernel';
import { someone } from '@cairn/kernel/testkit';
import { type AssetsUnderTest, outcome } from './under-test.js';

type Under = () => AssetsUnderTest;
const page = { limit: 100, sort: 'created_at' };
const noNames = async () => new Map<string, never>();

/** Who has it, as its shares are told to who may share it; the code of a refusal. */
const sharesOf = async (under: AssetsUnderTest, id: string, principal: Principal = under.ada) => {
  const found = await under.model.reads.shares(under.reading({ principal }), id, page, noNames);
  if ('refused' in found) return found.refused;
  return found.elements.map(({ user_id, email, role_slug, is_pending }) => [
    user_id || email,
    role_slug,
    is_pending,
  ]);
};
export const mailed = (under: AssetsUnderTest, assetId: string, shareId: string): Promise<string> =>
  shareTokenOf(under.tools.vault, { resource: under.contract.resource, assetId, shareId });

/** Sharing with somebody. */
export const sharingCases = (under: Under): void => {
  it('is shared with a colleague at once, listed as such, and ends when it is taken back', async () => {
    const { grace, ada } = under();
    const id = await under().made();
    const share = await under().shared(id, { user_id: grace.userId });
    expect(await under().read(id, { principal: grace })).toMatchObject({
      shared_with_me: true,
      share_role: 'share_viewer',
    });
    expect(await under().listed({ shared_with_me: true }, { principal: grace })).toContain(id);
    expect(await sharesOf(under(), id)).toEqual([
      [ada.userId, 'owner', false],
      [grace.userId, 'share_viewer', false],
    ]);
    expect(outcome(await under().removeShare(id, share))).toBe('done');
    expect(await under().read(id, { principal: grace })).toBeUndefined();
    expect(await under().listed({}, { principal: grace })).not.toContain(id);
    expect(await sharesOf(under(), id)).toEqual([[ada.userId, 'owner', false]]);
    expect(outcome(await under().removeShare(id, share))).toBe('not_found');
    expect(await under().deeds(id)).toEqual(['created', 'shared', 'shareRemoved']);
  });

  it('waits for who is no colleague, until the token that was mailed is brought', async () => {
    const { eve, ned } = under();
    const id = await under().made();
    const share = await under().shared(id, { user_id: eve.userId });
    expect(await under().read(id, { principal: eve })).toBeUndefined();
    expect((await sharesOf(under(), id))[1]).toEqual([eve.userId, 'share_viewer', true]);
    const token = await mailed(under(), id, share);
    const other = await mailed(under(), id, freshId());
    const codes = [
      await under().acceptShare(id, share, other, eve),
      await under().acceptShare(id, share, `${token}x`, eve),
      await under().acceptShare(id, share, token, ned),
      await under().acceptShare(id, share, token, { ...eve, kind: 'key' }),
    ];
    expect(codes.map(outcome)).toEqual(['not_found', 'not_found', 'not_found', 'session_required']);
    expect(outcome(await under().acceptShare(id, share, token, eve))).toBe('done');
    expect(await under().read(id, { principal: eve })).toMatchObject({ shared_with_me: true });
    expect(outcome(await under().acceptShare(id, share, token, eve))).toBe('done');
    expect(await under().deeds(id, 1)).toEqual(['shared', 'shareAccepted']);
  });

  it('waits for an address, whose it is when it is verified, and of which nothing stays then', async () => {
    const { people } = under();
    const [mia, mallory] = [someone(), someone()];
    const email = 'mia@example.org';
    people.verified.set('mallory@example.org', mallory.userId);
    const id = await under().made();
    const share = await under().shared(id, { email, role_slug: 'share_editor' });
    expect((await sharesOf(under(), id))[1]).toEqual([email, 'share_editor', true]);
    for (const user of [mia, mallory]) await under().acceptShareFor(id, share, user.userId);
    expect(outcome(await under().acceptShareFor(id, share, mia.userId, mia))).toBe('forbidden');
    expect(await under().deeds(id, 1)).toEqual(['shared']);
    people.verified.set(email, mia.userId);
    expect(outcome(await under().acceptShareFor(id, share, mia.userId))).toBe('done');
    expect(await under().read(id, { principal: mia })).toMatchObject({ share_role: 'share_editor' });
    const kept = await under().running.engines.documents.get(under().model.collections.shares, share);
    expect(kept).toMatchObject({ user_id: mia.userId, pending: false });
    for (const gone of ['email', 'address_key']) expect(kept).not.toHaveProperty(gone);
    const told = (await under().events(id)).map(({ data }) => data);
    expect(JSON.stringify([kept, told])).not.toContain(email);
  });

  it('waits for the account of an address, verified or not, that brings the token: nobody else’s (S20)', async () => {
    const { people, ada } = under();
    const [kim, mallory] = [someone(), someone()];
    people.claimed.set('kim@example.org', kim.userId).set('mallory@example.org', mallory.userId);
    const id = await under().made();
    const share = await under().shared(id, { email: 'kim@example.org' });
    const token = await mailed(under(), id, share);
    const own = await under().shared(id, { email: 'ada@example.org' });
    const ownToken = await mailed(under(), id, own);
    people.verified.set('ada@example.org', ada.userId);
    const codes = [
      await under().acceptShare(id, own, ownToken, ada),
      await under().acceptShare(id, share, token, mallory),
      await under().acceptShare(id, share, token, someone()),
    ];
    expect(codes.map(outcome)).toEqual(['share_with_owner', 'other_address', 'other_address']);
    expect(await under().deeds(id, 1)).toEqual(['shared', 'shared']);
    expect(outcome(await under().acceptShare(id, share, token, kim))).toBe('done');
    expect(await under().read(id, { principal: kim })).toBeDefined();
  });

  it('is taken by who was asked by id and by address in whatever order they like, and once', async () => {
    const [kim, address] = [someone(), 'kims@example.org'];
    under().people.claimed.set(address, kim.userId);
    for (const first of [0, 1]) {
      const id = await under().made();
      const shares = [
        await under().shared(id, { email: address }),
        await under().shared(id, { user_id: kim.userId }),
      ];
      const tokens = [await mailed(under(), id, shares[0]!), await mailed(under(), id, shares[1]!)];
      const take = async (which: number) =>
        outcome(await under().acceptShare(id, shares[which]!, tokens[which]!, kim));
      expect([await take(first), await take(1 - first)]).toEqual(['done', 'share_exists']);
      expect(await under().read(id, { principal: kim })).toMatchObject({ shared_with_me: true });
    }
  });

  it('is not taken when it was taken back, nor while the asset is deleted, nor by its owner', async () => {
    const { people, ada } = under();
    const li = someone();
    people.verified.set('li@example.org', li.userId).set('ada@example.org', ada.userId);
    const id = await under().made();
    const share = await under().shared(id, { email: 'li@example.org' });
    const [token, own] = [
      await mailed(under(), id, share),
      await under().shared(id, { email: 'a@example.org' }),
    ];
    people.verified.set('a@example.org', ada.userId).delete('ada@example.org');
    expect(outcome(await under().acceptShareFor(id, own, ada.userId))).toBe('share_with_owner');
    const take = async () => [
      outcome(await under().acceptShare(id, share, token, li)),
      outcome(await under().acceptShareFor(id, share, li.userId)),
      (await under().read(id, { principal: li })) !== undefined,
    ];
    await under().remove(id);
    expect(await take()).toEqual(['not_found', 'done', false]);
    await under().restore(id);
    await under().removeShare(id, share);
    expect(await take()).toEqual(['not_found', 'done', false]);
  });

  it('is not shared with its owner, with nobody, nor twice with the same, by id or by address', async () => {
    const { ada, grace, people } = under();
    const nobody = freshId();
    people.unknown.add(nobody);
    people.verified.set('grace@example.org', grace.userId);
    const id = await under().made();
    const code = async (body: ShareInput) => outcome(await under().share(id, body));
    expect(await code({ user_id: ada.userId })).toBe('share_with_owner');
    expect(await code({ user_id: nobody })).toBe('user_unknown');
    expect([await code({}), await code({ user_id: grace.userId, email: 'x@example.org' })]).toEqual([
      'invalid_body',
      'invalid_body',
    ]);
    await under().shared(id, { user_id: grace.userId });
    expect(await code({ user_id: grace.userId, role_slug: 'share_editor' })).toBe('share_exists');
    expect(await code({ email: 'grace@example.org' })).toBe('share_exists');
    await under().shared(id, { email: 'later@example.org' });
    expect(await code({ email: 'later@example.org' })).toBe('share_exists');
  });

  it('is shared with many, and not with more', async () => {
    const id = await under().made();
    const told = Array.from({ length: 999 }, () => ({
      ...{ share_id: freshId(), user_id: freshId(), role: 'share_viewer', pending: false },
      ...{ request_user_id: under().ada.userId, without_invite: true, readers: [] },
    }));
    await under().append(id, under().contract.events.shared, told);
    expect(outcome(await under().share(id, { user_id: under().grace.userId }))).toBe('done');
    expect(outcome(await under().share(id, { user_id: under().ned.userId }))).toBe('too_many_shares');
  });
};

/** As what it is shared, and how that changes. */
export const roleCases = (under: Under): void => {
  /** What somebody may do, told by what becomes of it. */
  const may = async (id: string, principal: Principal) => {
    const asking = { principal };
    const codes = {
      read: (await under().read(id, asking)) === undefined ? 'not_found' : 'done',
      write: outcome(await under().update(id, { notes: freshId() }, asking)),
      logo: outcome(await under().removeLogo(id, asking)),
      seen: outcome(await under().update(id, { public: true }, asking)),
      past: outcome(await under().update(id, { history_from: 'now' }, asking)),
      share: outcome(await under().share(id, { user_id: freshId() }, asking)),
      shares: typeof (await sharesOf(under(), id, principal)) === 'string' ? 'forbidden' : 'done',
      transfer: outcome(await under().transfer(id, { user_id: under().ned.userId }, asking)),
      remove: outcome(await under().remove(id, asking)),
    };
    return Object.entries(codes).flatMap(([deed, code]) =>
      code === 'forbidden' ? [] : [`${deed}: ${code}`],
    );
  };

  it.each([
    ['share_viewer', ['read: done']],
    ['share_editor', ['read: done', 'write: done', 'logo: not_found']],
  ] as const)('%s: %j', async (role_slug, expected) => {
    const id = await under().made();
    await under().shared(id, { user_id: under().grace.userId, role_slug });
    expect(await may(id, under().grace)).toEqual(expected);
  });

  it('is changed, by slug or by id, and says nothing when it is that already', async () => {
    const { grace } = under();
    const id = await under().made();
    const share = await under().shared(id, { user_id: grace.userId, role_id: systemRoleId('share_editor') });
    const role = async () => (await under().read(id, { principal: grace }))?.['share_role'];
    const set = async (body: { role_slug?: ShareRole; role_id?: string }) =>
      outcome(await under().updateShare(id, share, body));
    expect(await role()).toBe('share_editor');
    expect([await set({ role_slug: 'share_viewer' }), await role()]).toEqual(['done', 'share_viewer']);
    expect([await set({ role_slug: 'share_viewer' }), await under().deeds(id, 2)]).toEqual([
      'done',
      ['shareUpdated'],
    ]);
    expect(await set({ role_id: systemRoleId('org_admin') })).toBe('invalid_body');
    expect(await set({ role_id: systemRoleId('share_editor'), role_slug: 'share_viewer' })).toBe(
      'invalid_body',
    );
    expect([await role(), outcome(await under().updateShare(id, freshId(), {}))]).toEqual([
      'share_viewer',
      'not_found',
    ]);
  });

  it('is changed by who may share alone, and left by whom it is with', async () => {
    const { grace, eve, ned } = under();
    const id = await under().made();
    const share = await under().shared(id, { user_id: grace.userId, role_slug: 'share_editor' });
    const others = await under().shared(id, { user_id: ned.userId });
    const change = async (principal: Principal, its: string) => [
      outcome(await under().updateShare(id, its, { role_slug: 'share_editor' }, { principal })),
      outcome(await under().removeShare(id, its, { principal })),
    ];
    expect(await change(grace, others)).toEqual(['forbidden', 'forbidden']);
    expect(await change(eve, share)).toEqual(['not_found', 'not_found']);
    const key: Principal = { ...grace, kind: 'key', scopes: [`${under().contract.resource}:read`] };
    expect((await change(key, share))[1]).toBe('scope_missing');
    expect(outcome(await under().removeShare(id, share, { principal: grace }))).toBe('done');
    expect(await under().read(id, { principal: grace })).toBeUndefined();
    expect(await under().read(id, { principal: ned })).toBeDefined();
  });

  it('is of one of its versions, if of any', async () => {
    const { ada, grace, running, world } = under();
    const id = await under().made();
    const entity_version_id = await world.versions.make(running, ada, id);
    const share = { user_id: grace.userId, entity_version_id };
    expect(outcome(await under().share(id, { ...share, entity_version_id: freshId() }))).toBe(
      'foreign_version',
    );
    expect(outcome(await under().share(id, share))).toBe('done');
  });

  it('outlives a change of who sees the asset', async () => {
    const { grace } = under();
    const id = await under().made();
    await under().shared(id, { user_id: grace.userId, role_slug: 'share_editor' });
    for (const visibility of ['public', 'private']) await under().update(id, { visibility });
    expect(await under().read(id, { principal: grace })).toMatchObject({ share_role: 'share_editor' });
  });
};
