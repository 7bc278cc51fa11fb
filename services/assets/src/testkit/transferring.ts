import { freshId, type Principal } from '@cairn/kernel';
import { type AssetsUnderTest, outcome } from './under-test.js';

type Under = () => AssetsUnderTest;

/** Whose it becomes. */
export const transferCases = (under: Under): void => {
  it('is given to a member, who has all rights to it; who had it keeps what others have', async () => {
    const { acme, ada, grace } = under();
    const id = await under().made({ organization_id: acme, visibility: 'org' });
    expect(outcome(await under().transfer(id, { user_id: grace.userId }))).toBe('done');
    expect(await under().read(id, { principal: grace })).toMatchObject({
      user_id: grace.userId,
      visibility: 'org',
    });
    expect(outcome(await under().update(id, { name: 'hers' }, { principal: ada }))).toBe('forbidden');
    expect(outcome(await under().update(id, { name: 'hers' }, { principal: grace }))).toBe('done');
    const place = await under().model.reads.placed(under().reading({ principal: ada }), id);
    expect(place?.resource).toEqual({
      ...{ id, user_id: grace.userId, organization_id: acme, visibility: 'org', public: false },
    });
  });

  it('is given to nobody outside: of its organization, or of all that its owner is in', async () => {
    const { acme, ada, grace, eve, people, groups } = under();
    const nobody = freshId();
    people.unknown.add(nobody);
    const inside = await under().made({ organization_id: acme });
    const alone = await under().made();
    const code = async (id: string, body: object) => outcome(await under().transfer(id, body));
    for (const id of [inside, alone])
      for (const user_id of [eve.userId, nobody])
        expect(await code(id, { user_id })).toBe('recipient_unavailable');
    const other = groups.organization([ada, 'org_member']);
    expect(await code(inside, { user_id: grace.userId, organization_id: other })).toBe(
      'recipient_unavailable',
    );
    expect(await code(inside, { organization_id: groups.organization([eve, 'org_member']) })).toBe(
      'group_unavailable',
    );
    expect([await under().deeds(inside), await under().deeds(alone)]).toEqual([['created'], ['created']]);
    expect(await code(alone, { user_id: grace.userId })).toBe('done');
  });

  it('is moved between groups, private where its visibility names nothing any more', async () => {
    const { acme, project, grace } = under();
    const id = await under().made({ project_id: project, visibility: 'project' });
    expect(outcome(await under().transfer(id, { project_id: null }))).toBe('done');
    expect(await under().read(id)).toMatchObject({ organization_id: acme, visibility: 'private' });
    expect(await under().read(id, { principal: grace })).toBeUndefined();
    expect(outcome(await under().transfer(id, { organization_id: acme }))).toBe('done');
    expect(await under().deeds(id)).toEqual(['created', 'transferred']);
  });

  it('stays shared, but for one with the new owner', async () => {
    const { acme, ada, grace, ned } = under();
    const id = await under().made({ organization_id: acme });
    for (const { userId: user_id } of [grace, ned]) await under().shared(id, { user_id });
    await under().transfer(id, { user_id: grace.userId });
    expect(await under().read(id, { principal: ned })).toMatchObject({ share_role: 'share_viewer' });
    expect(await under().read(id, { principal: grace })).toMatchObject({ shared_with_me: false });
    expect(Object.values((await under().state(id)).shares).map(({ user_id }) => user_id)).toEqual([
      ned.userId,
    ]);
    await under().transfer(id, { user_id: ada.userId }, { principal: grace });
    expect(await under().read(id, { principal: grace })).toBeUndefined();
  });

  it('is moved by its owner and by who administers, not by who only writes', async () => {
    const { acme, ada, grace, ned, root, eve, groups } = under();
    const project = groups.project(acme, [ada, 'project_editor'], [grace, 'project_sharer']);
    const id = await under().made({ project_id: project, visibility: 'project' });
    await under().shared(id, { user_id: ned.userId, role_slug: 'share_editor' });
    const code = async (principal: Principal, user_id = ada.userId) =>
      outcome(await under().transfer(id, { user_id }, { principal }));
    for (const to of [ada, grace, eve].map(({ userId }) => userId))
      expect([await code(grace, to), await code(ned, to), await code(eve, to)]).toEqual([
        ...['forbidden', 'forbidden', 'not_found'],
      ]);
    expect(await code(root, grace.userId)).toBe('done');
    expect(await under().state(id)).toMatchObject({ user_id: grace.userId, organization_id: acme });
  });

  it('is given to the caller, for their own workspace, and its events are of the organization that it is in', async () => {
    const { acme, ada } = under();
    const id = await under().made({ organization_id: acme });
    await under().update(id, { notes: 'inside' });
    await under().transfer(id, { organization_id: null, user_id: ada.userId });
    await under().update(id, { notes: 'outside' });
    await under().transfer(id, { organization_id: acme });
    await under().update(id, { organization_id: null });
    await under().update(id, { organization_id: acme });
    const told = (await under().events(id)).map(({ metadata }) => metadata.organization);
    expect(told).toEqual([acme, acme, undefined, undefined, acme, undefined, acme]);
  });

  it('follows its owner in what is told and counted of persons and projects', async () => {
    const { ada, grace, groups, model } = under();
    const acme = groups.organization([ada, 'org_member'], [grace, 'org_member']);
    const [from, to] = [1, 2].map(() =>
      groups.project(acme, [ada, 'project_editor'], [grace, 'project_viewer']),
    );
    const id = await under().made({ project_id: from!, visibility: 'project' });
    const counts = async (principal: Principal) => {
      const counted = await model.parts.counted![0]!.inProjects(under().reading({ principal }), [from!, to!]);
      return [counted.get(from!) ?? 0, counted.get(to!) ?? 0];
    };
    const owned = async ({ userId }: Principal) => {
      const [own] = model.queries.administered;
      return (await own!.newest(under().reading(), userId, 100)).map((one) => one.id).includes(id);
    };
    expect([await counts(grace), await owned(ada), await owned(grace)]).toEqual([[1, 0], true, false]);
    await under().transfer(id, { user_id: grace.userId, project_id: to! });
    expect([await counts(grace), await owned(ada), await owned(grace)]).toEqual([[0, 1], false, true]);
    expect(await under().read(id)).toMatchObject({ user_id: grace.userId });
  });
};
