/** Who can see a dataset, why, and who could; who gained or lost what since. */
import type { AccessExplanation, AccessRow } from '@cairn/contracts';
import { foundFirm, joinFirm } from '../support/firm.js';
import { administrator, type Person, somebody } from '../support/people.js';
import { type RunningCairn, topologies } from '../support/topology.js';

type Asked = Readonly<Partial<Record<'user_id' | 'api_key_id' | 'as_of', string>>>;

describe.each(topologies)('who can see a dataset on $name', (topology) => {
  let cairn: RunningCairn;
  /** Founds the firm; a member with a project; a member of a team; somebody outside. */
  let ada: Person;
  let grace: Person;
  let mary: Person;
  let eve: Person;
  let firm: string;
  let project: string;
  let team: string;
  let id: string;
  let began: string;
  beforeAll(async () => {
    cairn = await topology.start();
    [ada, grace, mary, eve] = (await Promise.all(
      ['ada', 'grace', 'mary', 'eve'].map((name) => somebody(cairn, name)),
    )) as [Person, Person, Person, Person];
    firm = await foundFirm(ada);
    await joinFirm(cairn, firm, ada, grace);
    await joinFirm(cairn, firm, ada, mary);
    const within = { organization_id: firm };
    team = (await ada.client.call('createTeam', { body: { name: 'Readers', slug: 'readers', ...within } }))
      .body.id;
    const made = { name: 'Mails', slug: 'mails', team_id: team, ...within };
    project = (await ada.client.call('createProject', { body: made })).body.id;
    await ada.client.call('addTeamMember', { params: { id: team }, body: { user_id: mary.id } });
    await ada.client.call('addProjectMember', {
      params: { id: project },
      body: { user_id: grace.id, role_slug: 'project_viewer' },
    });
    const body = { name: 'mails', visibility: 'project' as const, project_id: project };
    id = (await ada.client.call('createDataset', { body })).body.id;
    began = await moment();
  });
  afterAll(() => cairn.remove());

  /** The time of the server's last write. */
  const moment = async (): Promise<string> => {
    const { body } = await ada.client.call('createAPIKey', {
      body: { name: 'a moment', scopes: ['me:read'] },
    });
    return (await ada.client.call('getAPIKey', { params: { id: body.id } })).body.created_at;
  };
  const rows = async (query: Asked = {}): Promise<readonly AccessRow[]> => {
    const { body } = await ada.client.call('explainDatasetAccess', { params: { id }, query });
    return body as readonly AccessRow[];
  };
  const people = async (query: Asked = {}) =>
    new Map((await rows(query)).map((row) => [row.id, row.actions.join(' ')]));
  const why = async (who: Person, query: Asked): Promise<AccessExplanation> =>
    (await who.client.call('explainDatasetAccess', { params: { id }, query })).body as AccessExplanation;
  const ALL = 'read execute write delete share transfer';
  const READ = 'read execute';

  it('lists persons with their ways, by role, team, share and ownership', async () => {
    const body = { user_id: eve.id, role_slug: 'share_viewer' as const, without_invite: true };
    const { body: share } = await ada.client.call('createDatasetShare', { params: { id }, body });
    expect(share.user_id).toBe(eve.id);
    expect(await people()).toEqual(
      new Map(
        [
          [ada.id, ALL],
          [grace.id, READ],
          [mary.id, 'read execute write'],
        ].sort() as [string, string][],
      ),
    );
    const all = await rows();
    expect(all.find(({ id: who }) => who === mary.id)?.ways).toMatchObject([
      { because: 'role', role_slug: 'project_editor', through: { kind: 'team', id: team } },
    ]);
    const walked: AccessRow[] = [];
    for await (const page of ada.client.pages('explainDatasetAccess', {
      params: { id },
      query: { limit: 1 },
    }))
      walked.push(...(page.body as readonly AccessRow[]));
    expect(walked).toEqual(all);
    expect((await grace.client.try('explainDatasetAccess', { params: { id } })).status).toBe(403);
    expect((await eve.client.try('explainDatasetAccess', { params: { id } })).status).toBe(404);
    await ada.client.call('deleteDatasetShare', { params: { id, share_id: share.id } });
  });

  it('tells a whole organization and everybody by one row each', async () => {
    await ada.client.call('updateDataset', { params: { id }, body: { visibility: 'public' } });
    const told = await rows();
    const expected = [
      { id: firm, kind: 'organization', organization_id: firm, actions: ['read', 'execute'], ways: [] },
      { id: 'everybody', kind: 'everybody', actions: ['read', 'execute'], ways: [] },
    ];
    expect(told.filter(({ kind }) => kind !== 'person')).toEqual(
      expected.sort((one, other) => (one.id < other.id ? -1 : 1)),
    );
    await ada.client.call('updateDataset', { params: { id }, body: { visibility: 'project' } });
  });

  it('tells who could see it then: roles, teams and visibility of that time, for who may share it today', async () => {
    const then = await moment();
    expect((await why(ada, { user_id: mary.id, as_of: then })).actions).toEqual(['read', 'execute', 'write']);
    await ada.client.call('removeTeamMember', { params: { id: team, user_id: mary.id } });
    await ada.client.call('updateProjectMember', {
      params: { id: project, user_id: grace.id },
      body: { role_slug: 'project_editor' },
    });
    expect(await why(ada, { user_id: mary.id })).toMatchObject({ actions: [], ways: [] });
    expect((await why(ada, { user_id: mary.id, as_of: then })).actions).toEqual(['read', 'execute', 'write']);
    expect((await why(ada, { user_id: grace.id })).actions).toEqual(['read', 'execute', 'write']);
    expect((await why(ada, { user_id: grace.id, as_of: then })).actions).toEqual(['read', 'execute']);
    expect([...(await people({ as_of: then })).keys()]).toEqual([ada.id, grace.id, mary.id].sort());
    expect([...(await people()).keys()]).toEqual([ada.id, grace.id].sort());
    const asked = { params: { id }, query: { user_id: grace.id, as_of: then } };
    expect((await mary.client.try('explainDatasetAccess', asked)).status).toBe(404);
  });

  it('tells what an own key may, and of another’s nothing', async () => {
    const { body: key } = await grace.client.call('createAPIKey', {
      body: { name: 'reads', scopes: ['datasets:read'] },
    });
    expect(await why(grace, { api_key_id: key.id })).toMatchObject({
      user_id: grace.id,
      api_key_id: key.id,
      actions: ['read'],
      denied: ['key_scopes'],
    });
    const then = await moment();
    await grace.client.call('updateAPIKey', { params: { id: key.id }, body: { disabled: true } });
    expect(await why(grace, { api_key_id: key.id })).toMatchObject({
      actions: [],
      denied: ['key_unavailable', 'key_scopes'],
    });
    expect(await why(grace, { api_key_id: key.id, as_of: then })).toMatchObject({
      actions: ['read'],
      denied: ['key_scopes'],
    });
    for (const query of [{ api_key_id: key.id }, { api_key_id: key.id, user_id: grace.id }])
      expect((await ada.client.try('explainDatasetAccess', { params: { id }, query })).status).toBe(404);
  });

  it('a review tells who gained or lost what since, in its order, to who administers', async () => {
    const review = { params: { id: firm }, query: { from: began } };
    const { body } = await ada.client.call('getAccessReview', review);
    expect(
      body.map(({ kind, user_id, subject, before, after }) => [kind, user_id, subject.name, before, after]),
    ).toEqual([
      ['share_offered', eve.id, 'mails', undefined, 'share_viewer'],
      ['share_withdrawn', eve.id, 'mails', 'share_viewer', undefined],
      ['visibility_changed', undefined, 'mails', 'project', 'public'],
      ['visibility_changed', undefined, 'mails', 'public', 'project'],
      ['member_removed', mary.id, 'Readers', 'team_member', undefined],
      ['member_role_changed', grace.id, 'Mails', 'project_viewer', 'project_editor'],
    ]);
    expect(body.every(({ by }) => by.kind === 'user' && by.id === ada.id)).toBe(true);
    const { body: first } = await ada.client.call('getAccessReview', { params: { id: firm } });
    expect(first[0]).toMatchObject({ kind: 'member_joined', user_id: ada.id, after: 'org_admin' });
    expect((await grace.client.try('getAccessReview', review)).status).toBe(403);
    expect((await eve.client.try('getAccessReview', review)).status).toBe(404);
  });

  it('a review names no asset that its reader may not know of', async () => {
    const { body: hers } = await grace.client.call('createDataset', {
      body: { name: 'secret', organization_id: firm },
    });
    const from = await moment();
    const body = { user_id: mary.id, without_invite: true };
    await grace.client.call('createDatasetShare', { params: { id: hers.id }, body });
    const review = await ada.client.call('getAccessReview', { params: { id: firm }, query: { from } });
    expect(review.body.map(({ kind, subject }) => [kind, subject])).toEqual([
      ['share_granted', { kind: 'dataset' }],
    ]);
    expect(JSON.stringify(review.body)).not.toContain(hers.id);
  });

  it('a review tells of teams that get a project, of what is shut and deleted, and of the accounts of its people', async () => {
    const from = await moment();
    const root = await administrator(cairn);
    const params = { id: project };
    const put = (body: { readonly team_id?: null; readonly disabled?: boolean }) =>
      ada.client.call('updateProject', { params, body });
    await put({ team_id: null });
    await put({ disabled: true });
    await put({ disabled: false });
    await ada.client.call('deleteDataset', { params: { id } });
    await ada.client.call('restoreDataset', { params: { id } });
    // Eve was shared something with, once; somebody else is nobody's here.
    const hal = await somebody(cairn, 'hal');
    for (const { id: user_id } of [grace, eve, hal])
      for (const disabled of [true, false])
        await root.client.call('updateUser', { params: { user_id }, body: { disabled } });
    for (const disabled of [true, false])
      await root.client.call('updateOrganization', { params: { id: firm }, body: { disabled } });
    const query = { from };
    const { body } = await ada.client.call('getAccessReview', { params: { id: firm }, query });
    expect(body.map(({ kind, subject, user_id, before }) => [kind, subject.name ?? user_id, before])).toEqual(
      [
        ['team_changed', 'Mails', team],
        ['group_disabled', 'Mails', undefined],
        ['group_enabled', 'Mails', undefined],
        ['asset_deleted', 'mails', undefined],
        ['asset_restored', 'mails', undefined],
        ['account_disabled', grace.id, undefined],
        ['account_enabled', grace.id, undefined],
        ['account_disabled', eve.id, undefined],
        ['account_enabled', eve.id, undefined],
        ['group_disabled', 'Firm', undefined],
        ['group_enabled', 'Firm', undefined],
      ],
    );
    const paged: typeof body = [];
    for await (const page of ada.client.pages('getAccessReview', {
      params: { id: firm },
      query: { from, limit: 2 },
    }))
      paged.push(...page.body);
    expect(paged).toEqual(body);
  });
});
