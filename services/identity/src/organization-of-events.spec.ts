import { categoryOf, type Principal, START } from '@cairn/kernel';
import { startWithPeople, type WithPeople } from './testing/asking.js';
import { PASSWORD } from './testing/sign-up.js';

const OF_GROUPS = ['invitation', 'membership', 'organization', 'project', 'role', 'team'];

describe('the organization of events', () => {
  let under: WithPeople['under'];
  let its: WithPeople['its'];
  let grace: Principal;
  let ada: Principal;
  beforeEach(async () => {
    ({ under, its, grace, ada } = await startWithPeople());
  });
  afterEach(() => under.remove());

  const happened = async (categories: readonly string[] = OF_GROUPS) =>
    (await under.log.readAll({ after: START, categories, limit: 1_000 })).events;
  const does = (name: string, input: { readonly [field: string]: unknown }, who = grace) =>
    under.done(name, JSON.parse(JSON.stringify(input)) as never, { principal: who });

  it('is that of the group, of its roles, invitations and members, whoever did it', async () => {
    const firm = await its.firm(grace);
    await its.join(grace, firm, ada);
    const team = await its.team(grace, firm);
    const project = await its.project(grace, firm, 'mails', { team_id: team });
    const role = { name: 'R', slug: 'r', scope: 'project', organization_id: firm, permissions: [] };
    const id = await its.make(grace, 'createRole', role, 'role');
    await does('updateRole', { id, body: { name: 'Another' } });
    await does('updateTeam', { id: team, body: { name: 'Another' } });
    await does('addTeamMember', { id: team, body: { user_id: ada.userId } });
    await does('updateProject', { id: project, body: { team_id: null } });
    const administers = { id: firm, user_id: ada.userId, body: { role_slug: 'org_admin' } };
    await does('updateOrganizationMember', administers);
    for (const name of ['deleteProject', 'restoreProject']) await does(name, { id: project });
    const asked = await its.make(grace, 'createInvitation', { email: 'x@example.org' }, 'invitation', {
      id: firm,
    });
    await does('revokeInvitation', { id: firm, invitation_id: asked });
    for (const name of ['deleteOrganization', 'restoreOrganization']) await does(name, { id: firm });

    const events = await happened();
    expect([...new Set(events.map(({ stream }) => categoryOf(stream)))].sort()).toEqual(OF_GROUPS);
    expect(events.length).toBeGreaterThan(20);
    const told = events.map(({ type, metadata }) => [type, metadata.organization]);
    expect(told).toEqual(told.map(([type]) => [type, firm]));
    const accounts = await happened(['user', 'session']);
    expect(accounts.filter(({ metadata }) => metadata.organization !== undefined)).toEqual([]);
  });

  it('is each its own when somebody leaves several at once', async () => {
    const firms = [await its.firm(grace, 'one'), await its.firm(grace, 'two')];
    for (const firm of firms) await its.join(grace, firm, ada);
    await does('deleteMe', { ip: '192.0.2.1', password: PASSWORD }, ada);
    const ended = async () =>
      (await happened(['membership'])).filter(({ type }) => type === 'identity.membership.ended.v1');
    while ((await ended()).length < 2) await new Promise((resolve) => setImmediate(resolve));
    const told = (await ended()).map(({ data, metadata }) => [
      (data as { readonly organization_id: string }).organization_id,
      metadata.organization,
    ]);
    expect(told.sort()).toEqual(firms.map((firm) => [firm, firm]).sort());
  });
});
