import { freshId, type Principal } from '@cairn/kernel';
import { type AssetsUnderTest, outcome } from './under-test.js';
import type { AssetWorld } from './world.js';

type Under = () => AssetsUnderTest;

/** How one is made, and by whom. */
export const makingCases = (world: AssetWorld, under: Under): void => {
  it('is made of a name alone: its maker’s, private, all else as it is at first', async () => {
    const { ada } = under();
    const id = await under().made({ name: 'first' });
    const own = Object.entries(world.own).map(([name, { initial }]) => [name, initial] as const);
    const shared = {
      id,
      user_id: ada.userId,
      name: 'first',
      description: '',
      notes: '',
      has_logo: false,
      logo: '',
    };
    const seen = { public: false, visibility: 'private', shared_with_me: false };
    const shown = (await under().read(id))!;
    expect(shown).toMatchObject({ ...shared, ...seen, ...Object.fromEntries(own) });
    for (const absent of ['share_role', 'organization_id', 'project_id', 'history_from', 'readers', 'shares'])
      expect(shown).not.toHaveProperty(absent);
    expect([shown.updated_at, await under().deeds(id)]).toEqual([shown.created_at, ['created']]);
  });

  it('is made of all that can be said of it', async () => {
    const id = await under().made(under().whole());
    expect(await under().read(id)).toMatchObject(under().whole());
  });

  it('is made by who has its own scope', async () => {
    const { resource } = under().contract;
    const key = (...scopes: readonly string[]): Principal => ({ ...under().ada, kind: 'key', scopes });
    const made = async (principal: Principal) => outcome(await under().create({ name: 'x' }, { principal }));
    expect(await made(key(`${resource}:read`, 'me:write'))).toBe('scope_missing');
    expect(await made(key(`${resource}:write`))).toBe('done');
  });

  it('says nothing of what the server alone says', async () => {
    const { eve, ada } = under();
    const theirs = {
      id: freshId(),
      user_id: eve.userId,
      has_logo: true,
      readers: [{ token: 'public' }],
      shares: {},
    };
    const id = await under().made(theirs);
    expect(id).not.toBe(theirs.id);
    expect(await under().read(id)).toMatchObject({ id, user_id: ada.userId, has_logo: false });
    expect(outcome(await under().update(id, theirs))).toBe('done');
    expect([await under().revision(id), await under().read(id, { principal: eve })]).toEqual([0, undefined]);
  });
};

/** What may be set of one. */
export const changingCases = (world: AssetWorld, under: Under): void => {
  const names = ['name', 'description', 'notes', ...Object.keys(world.own)];

  it.each(names)('%s is set, changed, and kept when nothing is said of it', async (name) => {
    const id = await under().made(under().whole());
    const before = (await under().read(id))!;
    const value = under().unlike()[name]!;
    await under().pass();
    expect(outcome(await under().update(id, { [name]: value }))).toBe('done');
    const { updated_at, ...after } = (await under().read(id))!;
    expect({ ...after, updated_at: before.updated_at }).toEqual({ ...before, [name]: value });
    expect(updated_at > before.updated_at).toBe(true);
    expect(await under().deeds(id, 1)).toEqual(['updated']);
  });

  it('is cleared of what need not be there', async () => {
    const own = Object.entries(world.own).map(([name, { initial }]) => [name, initial] as const);
    const cleared = { description: '', notes: '', ...Object.fromEntries(own) };
    const id = await under().made(under().whole());
    expect(outcome(await under().update(id, cleared))).toBe('done');
    expect(await under().read(id)).toMatchObject({ ...under().whole(), ...cleared });
  });

  it('keeps a name', async () => {
    const id = await under().made();
    expect(outcome(await under().update(id, { name: '' }))).toBe('invalid_body');
    expect(outcome(await under().create({ description: 'nameless' }))).toBe('invalid_body');
  });

  it('is not changed by what it is already', async () => {
    const id = await under().made(under().whole());
    const same = { ...under().whole(), public: false, visibility: 'private', history_from: null };
    expect(outcome(await under().update(id, { ...same, organization_id: null, project_id: '' }))).toBe(
      'done',
    );
    expect(await under().deeds(id)).toEqual(['created']);
  });

  it('is changed in all of it by one event', async () => {
    const id = await under().made(under().whole());
    expect(outcome(await under().update(id, { ...under().unlike(), public: true }))).toBe('done');
    expect(await under().read(id)).toMatchObject({ ...under().unlike(), public: true, visibility: 'public' });
    expect(await under().deeds(id, 1)).toEqual(['updated']);
  });
};
