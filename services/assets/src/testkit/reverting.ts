import { freshId } from '@cairn/kernel';
import { LOGO } from './versions.js';
import { type AssetsUnderTest, outcome } from './under-test.js';
import type { AssetWorld } from './world.js';

type Under = () => AssetsUnderTest;

/** What is shown of one but when. */
const plain = async (under: AssetsUnderTest, id: string): Promise<object | undefined> => {
  const shown = await under.read(id);
  return shown && { ...shown, updated_at: '' };
};

/** Undoing what was changed in it. */
export const revertingCases = (world: AssetWorld, under: Under): void => {
  const names = ['name', 'description', 'notes', ...Object.keys(world.own)];

  it.each(names)('%s is set back, and again to what it was when that is undone', async (name) => {
    const id = await under().made(under().whole());
    const before = await plain(under(), id);
    await under().update(id, { [name]: under().unlike()[name]! });
    const after = await plain(under(), id);
    expect(outcome(await under().revert(id, 1))).toBe('done');
    expect(await plain(under(), id)).toEqual(before);
    expect(outcome(await under().revert(id, 2))).toBe('done');
    expect(await plain(under(), id)).toEqual(after);
    expect(await under().deeds(id, 1)).toEqual(['updated', 'updated', 'updated']);
  });

  it.each(names)('%s is not set back when it was changed since, and then nothing is', async (name) => {
    const id = await under().made(under().whole());
    await under().update(id, under().unlike());
    await under().update(id, { [name]: under().whole()[name]! });
    const before = await plain(under(), id);
    const reply = await under().revert(id, 1);
    expect(reply).toMatchObject({
      code: 'not_revertible',
      errors: [{ pointer: `/${name}`, code: 'changed_since', revision: 2 }],
    });
    expect([await under().revision(id), await plain(under(), id)]).toEqual([2, before]);
  });

  it('keeps what other events have changed since', async () => {
    const id = await under().made({ name: 'first', notes: 'n' });
    await under().update(id, { name: 'second' });
    await under().update(id, { notes: 'later', public: true });
    expect(outcome(await under().revert(id, 1))).toBe('done');
    expect(await under().read(id)).toMatchObject({ name: 'first', notes: 'later', public: true });
  });

  it('is done by who may write it, and told to nobody else', async () => {
    const { grace, ned, eve } = under();
    const id = await under().made({ name: 'first' });
    await under().update(id, { name: 'second' });
    await under().shared(id, { user_id: grace.userId, role_slug: 'share_editor' });
    await under().shared(id, { user_id: ned.userId });
    const code = async (principal: typeof eve) => outcome(await under().revert(id, 1, { principal }));
    expect([await code(eve), await code(ned), await code(grace)]).toEqual(['not_found', 'forbidden', 'done']);
  });

  it('does not undo that it was made, what has not come, nor what changed nothing of it', async () => {
    const id = await under().made();
    const share = await under().shared(id, { user_id: under().grace.userId });
    await under().removeShare(id, share);
    const codes = [0, 1, 2, 3].map((revision) => under().revert(id, revision));
    expect((await Promise.all(codes)).map(outcome)).toEqual([
      ...['not_revertible', 'not_revertible', 'not_revertible', 'in_future'],
    ]);
  });
};

/** Undoing who sees it, and where it is. */
export const revertedPlaceCases = (under: Under): void => {
  it('is shown as before by who may share it alone, with all that it gives', async () => {
    const { grace, eve } = under();
    const id = await under().made({ public: true });
    await under().shared(id, { user_id: grace.userId, role_slug: 'share_editor' });
    await under().update(id, { visibility: 'private' });
    expect(outcome(await under().revert(id, 2, { principal: grace }))).toBe('forbidden');
    expect(outcome(await under().revert(id, 2))).toBe('done');
    expect(await under().read(id, { principal: eve })).toMatchObject({ public: true, visibility: 'public' });
    expect(await under().read(id, { principal: grace })).toMatchObject({ share_role: 'share_editor' });
    expect(outcome(await under().revert(id, 3))).toBe('done');
    expect(await under().read(id, { principal: eve })).toBeUndefined();
  });

  it('is in the groups again when the caller may put it there still', async () => {
    const { groups, ada, grace, eve } = under();
    const organization = groups.organization([ada, 'org_member'], [grace, 'org_member']);
    const project = groups.project(organization, [ada, 'project_editor']);
    const inside = await under().made({ project_id: project });
    await under().shared(inside, { user_id: grace.userId, role_slug: 'share_editor' });
    await under().update(inside, { project_id: null });
    expect(outcome(await under().revert(inside, 2, { principal: grace }))).toBe('forbidden');
    expect(outcome(await under().revert(inside, 2))).toBe('done');
    const id = await under().made({ project_id: project, visibility: 'project' });
    await under().update(id, { visibility: 'private', project_id: null });
    await under().update(id, { organization_id: null });
    expect(outcome(await under().revert(id, 1))).toBe('project_elsewhere');
    expect(outcome(await under().revert(id, 2))).toBe('done');
    expect(outcome(await under().revert(id, 1))).toBe('done');
    expect(await under().state(id)).toMatchObject({ project_id: project, visibility: 'project' });
    await under().update(id, { project_id: null, organization_id: null, visibility: 'private' });
    groups.leave(project, ada.userId);
    expect(outcome(await under().revert(id))).toBe('group_unavailable');
    expect(await under().read(id, { principal: eve })).toBeUndefined();
  });

  it('is not shown to what it is in no more', async () => {
    const { acme } = under();
    const id = await under().made({ organization_id: acme, visibility: 'org' });
    await under().update(id, { visibility: 'private' });
    await under().update(id, { organization_id: null });
    expect(outcome(await under().revert(id, 1))).toBe('not_revertible');
  });

  it('is moved back between groups, and not to who had it', async () => {
    const { acme, grace } = under();
    const id = await under().made({ organization_id: acme, visibility: 'org' });
    await under().transfer(id, { organization_id: null });
    expect(await under().read(id)).toMatchObject({ visibility: 'private' });
    expect(outcome(await under().revert(id))).toBe('done');
    expect(await under().read(id)).toMatchObject({ organization_id: acme, visibility: 'org' });
    await under().transfer(id, { user_id: grace.userId });
    expect(outcome(await under().revert(id, undefined, { principal: grace }))).toBe('not_revertible');
  });
};

/** Undoing what ended it. */
export const revertedEndCases = (under: Under): void => {
  it('comes back when its deletion is undone, and goes when that it came back is', async () => {
    const id = await under().made(under().whole());
    const before = await plain(under(), id);
    await under().remove(id);
    expect(outcome(await under().revert(id, 1))).toBe('done');
    expect(await plain(under(), id)).toEqual(before);
    expect(outcome(await under().revert(id, 2))).toBe('done');
    expect(await under().read(id)).toBeUndefined();
    expect(outcome(await under().restore(id))).toBe('done');
    const codes = [await under().revert(id, 1), await under().revert(id, 3)].map(outcome);
    expect(codes).toEqual(['not_revertible', 'not_revertible']);
    expect(await under().deeds(id, 1)).toEqual(['deleted', 'restored', 'deleted', 'restored']);
  });

  it('has no other change undone while it is deleted', async () => {
    const { grace } = under();
    const id = await under().made();
    await under().shared(id, { user_id: grace.userId, role_slug: 'share_editor' });
    await under().update(id, { name: 'x' });
    await under().setLogo(id, LOGO);
    await under().remove(id);
    const codes = [await under().revert(id, 2), await under().revert(id, 3), await under().revert(id, 1)];
    expect(codes.map(outcome)).toEqual(['not_found', 'not_found', 'not_found']);
    expect(outcome(await under().revert(id, 4, { principal: grace }))).toBe('forbidden');
    expect(outcome(await under().revert(freshId(), 0))).toBe('not_found');
    expect(await under().revision(id)).toBe(4);
  });
};
