import { isRefusal, type Principal } from '@cairn/kernel';
import { mailed } from './sharing.js';
import { type AssetsUnderTest, outcome } from './under-test.js';

type Under = () => AssetsUnderTest;
const ALL = ['read', 'execute', 'write', 'delete', 'share', 'transfer'];

/** Why somebody comes to it. */
export const explainingCases = (under: Under): void => {
  it('is explained by every way to it: to who may share it of all, of oneself to who may read it', async () => {
    const { acme, project, ada, grace, ned, root, eve } = under();
    const id = await under().made({ organization_id: acme, project_id: project, visibility: 'project' });
    await under().shared(id, { user_id: ned.userId, role_slug: 'share_editor' });
    const told = async (who: Principal) => {
      const explained = await under().explained(id, who.userId);
      if (typeof explained === 'string') return explained;
      return [explained.actions, explained.ways.map(({ because, role_slug }) => role_slug ?? because)];
    };
    expect(await told(ada)).toEqual([ALL, ['owner', 'project_editor']]);
    expect(await told(grace)).toEqual([['read'], ['project_viewer']]);
    expect(await told(ned)).toEqual([['read', 'execute', 'write'], ['share_editor']]);
    expect(await told(root)).toEqual([ALL, ['org_admin']]);
    expect(await told(eve)).toEqual([[], []]);
    const ask = (asked: Principal, principal: Principal) =>
      under().explained(id, asked.userId, { principal });
    expect(await ask(ned, ned)).toMatchObject({ actions: ['read', 'execute', 'write'] });
    expect([await ask(ada, ned), await ask(eve, eve)]).toEqual(['forbidden', 'not_found']);
  });

  it('is told when an owner has left', async () => {
    const { groups, ada, root } = under();
    const organization = groups.organization([ada, 'org_member'], [root, 'org_admin']);
    const id = await under().made({ organization_id: organization });
    groups.leave(organization, ada.userId);
    const told = await under().explained(id, ada.userId, { principal: root });
    expect(told).toMatchObject({ actions: [], ways: [], denied: ['owner_left'] });
  });

  it('is told what takes away: the visibility, a group that is closed', async () => {
    const { groups, ada, grace, root, eve } = under();
    const organization = groups.organization([ada, 'org_member'], [grace, 'org_member'], [root, 'org_admin']);
    const project = groups.project(organization, [ada, 'project_editor'], [grace, 'project_editor']);
    const id = await under().made({ organization_id: organization, project_id: project });
    const denied = async (who: Principal) => {
      const told = await under().explained(id, who.userId);
      return typeof told === 'string' ? told : told.denied;
    };
    const all = () => Promise.all([ada, grace, root, eve].map(denied));
    expect(await all()).toEqual([[], ['visibility'], ['visibility'], []]);
    await under().update(id, { visibility: 'org' });
    expect(await all()).toEqual([[], [], [], []]);
    groups.disable({ kind: 'project', id: project });
    expect(await all()).toEqual(Array(4).fill(['group_closed']));
    groups.disable({ kind: 'organization', id: organization });
    expect(await all()).toEqual(Array(4).fill('not_found'));
  });

  it('is told who sees it: persons, whole organizations and everybody, to who may share it', async () => {
    const { ada, grace, ned, root, eve, groups, model } = under();
    const acme = groups.organization([ada, 'org_member'], [grace, 'org_member'], [root, 'org_admin']);
    const project = groups.project(acme, [ada, 'project_editor'], [grace, 'project_viewer']);
    const id = await under().made({ organization_id: acme, project_id: project });
    const members = {
      page: async (all: Parameters<typeof groups.membersOf>[0]) => groups.membersOf(all),
      count: async (all: Parameters<typeof groups.membersOf>[0]) => groups.membersOf(all).length,
    };
    const page = { limit: 100, sort: 'id' };
    const rows = async (principal = ada) => {
      const told = await model.reads.whoSees(under().reading({ principal }), id, page, members);
      return isRefusal(told) ? told.refused : told.elements.map((row) => row.id).sort();
    };
    const ids = (...all: readonly Principal[]) => all.map(({ userId }) => userId);
    expect(await rows()).toEqual(ids(ada));
    await under().shared(id, { user_id: ned.userId });
    expect(await rows()).toEqual(ids(ada, ned).sort());
    await under().update(id, { visibility: 'project' });
    expect(await rows()).toEqual(ids(ada, ned, grace, root).sort());
    await under().update(id, { visibility: 'public' });
    expect(await rows()).toEqual([...ids(ada, ned, grace, root), acme, 'everybody'].sort());
    expect([await rows(ned), await rows(eve)]).toEqual(['forbidden', 'forbidden']);
    groups.delete({ kind: 'organization', id: acme });
    expect(await rows()).toEqual([...ids(ada, ned), 'everybody'].sort());
    await under().update(id, { visibility: 'private' });
    expect(await rows(eve)).toBe('not_found');
  });
};

/** What is told of persons: to themselves, to administrators, in reviews. */
export const personCases = (under: Under): void => {
  const page = { limit: 100, sort: 'created_at' };

  it('is told to administrators as its owner’s, shares as of both, without an address; deleted ones are not', async () => {
    const { ada, grace, model } = under();
    const context = under().reading();
    const [id, gone] = [await under().made({ name: 'kept' }), await under().made()];
    const share = await under().shared(id, { user_id: grace.userId });
    await under().shared(id, { email: 'someone@example.org' });
    await under().remove(gone);
    const [own, byPerson, withPerson] = model.queries.administered;
    const owned = await own!.newest(context, ada.userId, 10);
    expect(own!.list).toBe(under().contract.resource);
    expect(owned.map((one) => one.id)).toEqual([id]);
    expect(owned[0]).toMatchObject({ name: 'kept', user_id: ada.userId });
    expect(await own!.newest(context, grace.userId, 10)).toEqual([]);
    const given = await byPerson!.newest(context, ada.userId, 10);
    expect([given.length, byPerson!.list]).toEqual([2, 'shares']);
    expect(JSON.stringify(given)).not.toContain('someone@example.org');
    expect((await withPerson!.newest(context, grace.userId, 10)).map((one) => one.id)).toEqual([share]);
    expect(await byPerson!.newest(context, ada.userId, 1)).toHaveLength(1);
  });

  it('is told to persons whom they have shared with, and who with them, also what is over', async () => {
    const { ned, root, model } = under();
    const id = await under().made({}, { principal: ned });
    const share = await under().shared(id, { user_id: root.userId }, ned);
    await under().removeShare(id, share, { principal: ned });
    const told = async (principal: Principal) =>
      Promise.all(
        model.parts.personal!.map(async (records) => {
          const { elements } = await records.page(under().reading({ principal }), page);
          return [records.name, elements.map((one) => [one['id'], one['deleted']])];
        }),
      );
    const { resource } = under().contract;
    const [shared, received] = [`${resource}_shared_by_you`, `${resource}_shared_with_you`];
    expect(await told(ned)).toEqual([
      [resource, [[id, false]]],
      [shared, [[share, true]]],
      [received, []],
    ]);
    expect(await told(root)).toEqual([
      [resource, []],
      [shared, []],
      [received, [[share, true]]],
    ]);
  });

  it('is told to its owner with all that it says, and without when they have left its organization', async () => {
    const { eve, groups, model, contract } = under();
    const firm = groups.organization([eve, 'org_member']);
    const [stays, goes] = [
      await under().made({}, { principal: eve }),
      await under().made({ organization_id: firm }, { principal: eve }),
    ];
    const owned = model.parts.personal!.find(({ name }) => name === contract.resource)!;
    const told = async () => {
      const { elements } = await owned.page(under().reading({ principal: eve }), page);
      return new Map(elements.map((one) => [one['id'], one]));
    };
    const { name } = (await under().document(goes))!;
    const whole = await told();
    expect(whole.get(stays)).toMatchObject({
      name,
      visibility: 'private',
      user_id: eve.userId,
      deleted: false,
    });
    expect(whole.get(goes)).toMatchObject({ name, organization_id: firm });
    expect(JSON.stringify([...whole])).not.toContain('readers');
    groups.leave(firm, eve.userId);
    const left = await told();
    expect(left.get(stays)).toEqual(whole.get(stays));
    expect(Object.keys(left.get(goes)!).sort()).toEqual(['created_at', 'deleted', 'id', 'user_id']);
  });

  it('is told in the reviews of each organization that it concerns, and in no other', async () => {
    const { ada, grace, eve, groups, model, running } = under();
    const [first, second] = [1, 2].map(() => groups.organization([ada, 'org_member'], [grace, 'org_member']));
    const id = await under().made({ organization_id: first! });
    await under().update(id, { name: 'says nothing of who sees it' });
    await under().update(id, { visibility: 'org' });
    const share = await under().shared(id, { user_id: eve.userId });
    await under().acceptShare(id, share, await mailed(under(), id, share), eve);
    await under().updateShare(id, share, { role_slug: 'share_editor' });
    await under().updateShare(id, share, { expires_at: '2999-01-01T00:00:00Z' });
    await under().removeShare(id, share);
    await under().transfer(id, { user_id: grace.userId, organization_id: second! });
    const told = async (organization_id: string) => {
      const filter = { fields: { organization_id } };
      const { collection } = model.accessChanges;
      const found = await running.engines.documents.find(collection, {
        filter,
        sort: 'created_at',
        limit: 100,
      });
      for (const { subject_id } of found) expect(subject_id).toBe(id);
      return found.map(({ kind }) => kind);
    };
    expect(await told(first!)).toEqual([
      ...['asset_arrived', 'visibility_changed', 'share_offered', 'share_granted', 'share_changed'],
      ...['share_revoked', 'asset_left', 'owner_changed'],
    ]);
    expect((await told(second!)).sort()).toEqual(['asset_arrived', 'owner_changed']);
    const names = await model.accessChanges.namesOf(under().reading({ principal: eve }), [id]);
    expect(names.size).toBe(0);
    expect(outcome(await under().remove(id, { principal: grace }))).toBe('done');
    const hers = await model.accessChanges.namesOf(under().reading({ principal: grace }), [id]);
    expect(hers.get(id)).toBe('says nothing of who sees it');
  });
};
