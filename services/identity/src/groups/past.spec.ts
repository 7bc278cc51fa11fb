import { documentsAsOf, isRefusal, type PointInTime, type Principal, type QueryContext } from '@cairn/kernel';
import { groupHistory } from '../read-models/groups/history.js';
import { organizationById, projectById, teamById } from '../read-models/groups/queries.js';
import { roleById, roleHistory } from '../read-models/groups/roles.js';
import { systemRole } from '../domain/role/system-roles.js';
import { identityService } from '../service.js';
import { groupsIn } from '../testing/groups.js';
import { type IdentityUnderTest, startIdentity } from '../testing/identity-under-test.js';

const page = { limit: 100, sort: 'revision' };

describe('the past of groups', () => {
  let under: IdentityUnderTest;
  let its: ReturnType<typeof groupsIn>;
  let grace: Principal;
  let ada: Principal;
  let eve: Principal;
  let firm: string;
  beforeEach(async () => {
    under = await startIdentity();
    its = groupsIn(under);
    [grace, ada, eve] = [await its.somebody('grace'), await its.somebody('ada'), await its.somebody('eve')];
    firm = await its.firm(grace);
    await its.join(grace, firm, ada);
  });
  afterEach(() => under.remove());

  const reading = (principal: Principal, pointInTime?: PointInTime): QueryContext => {
    const { log, vault, documents: today } = under;
    const reader = {
      principal,
      rights: under.authenticator.rights,
      at: new Date(under.clock.now()).toISOString(),
    };
    if (pointInTime === undefined) return { ...reader, documents: today, today };
    const collections = identityService.timeTravelled ?? [];
    const documents = documentsAsOf({ log, vault, today, collections, pointInTime, reader });
    return { ...reader, documents, today, pointInTime };
  };
  const now = (): string => new Date(under.clock.now()).toISOString();
  const change = (id: string, body: object) =>
    under.done('updateOrganization', { id, body: { ...body } }, { principal: grace });
  const codeOf = (found: unknown): unknown => (isRefusal(found) ? found.refused : found);
  const told = async (found: ReturnType<typeof groupHistory>) => {
    const history = await found;
    if (history === undefined || isRefusal(history)) throw new Error('is not told');
    return history.elements.map(({ type, actor, changes }) => [
      type.split('.').slice(1, 3).join('.'),
      actor.id,
      changes.map(({ path }) => path),
    ]);
  };

  it('is told to who may change what is: each event with what it changed, settings too', async () => {
    await change(firm, { name: 'Other', settings: { sso: 'x' } });
    const promoted = { id: firm, user_id: ada.userId, body: { role_slug: 'org_admin' } };
    await under.done('updateOrganizationMember', promoted, { principal: grace });
    const history = await told(groupHistory(under, reading(ada), 'organization', firm, page));
    expect(history.map(([type]) => type)).toEqual([
      'organization.created',
      'organization.updated',
      'organization.administrator_added',
    ]);
    expect(history[1]).toEqual(['organization.updated', grace.userId, ['/name', '/settings/sso']]);
    expect(history[2]?.[2]).toEqual([`/administers/${ada.userId}`]);
  });

  it('is refused to its other members, and nobody else learns that it is there', async () => {
    const past = { at: now() };
    await change(firm, { name: 'Other' });
    expect(codeOf(await groupHistory(under, reading(ada), 'organization', firm, page))).toBe('forbidden');
    expect(codeOf(await organizationById(reading(ada, past), firm))).toBe('forbidden');
    expect(await organizationById(reading(ada), firm)).toMatchObject({ resource: { name: 'Other' } });
    expect(await groupHistory(under, reading(eve), 'organization', firm, page)).toBeUndefined();
    expect(await organizationById(reading(eve, past), firm)).toBeUndefined();
  });

  it('shows a group as it was at a time and at a revision, also when it is deleted now', async () => {
    const project = await its.project(grace, firm);
    const before = now();
    under.ahead(1000);
    const body = { name: 'later', description: 'changed' };
    await under.done('updateProject', { id: project, body }, { principal: grace });
    const named = async (pointInTime: PointInTime) =>
      ((await projectById(reading(grace, pointInTime), project)) as { resource: { name: string } }).resource
        .name;
    expect(await named({ at: before })).toBe('project');
    expect(await named({ at: now(), pinned: { stream: `project-${project}`, revision: 0n } })).toBe(
      'project',
    );
    expect(await named({ at: now() })).toBe('later');
    await under.done('deleteProject', { id: project }, { principal: grace });
    expect(await named({ at: before })).toBe('project');
    expect(await projectById(reading(grace, { at: now() }), project)).toBeUndefined();
    expect(await projectById(reading(grace, { at: '2000-01-01T00:00:00.000Z' }), project)).toBeUndefined();
  });

  it('shows what stands in other streams as of then', async () => {
    const team = await its.team(grace, firm);
    const before = now();
    under.ahead(1000);
    await change(firm, { name: 'Other' });
    expect(await teamById(reading(grace, { at: before }), team)).toMatchObject({
      resource: { organization_name: 'Firm' },
    });
    expect(await teamById(reading(grace), team)).toMatchObject({ resource: { organization_name: 'Other' } });
  });

  it('of a role is told to who may change roles; those of the system have none', async () => {
    const body = {
      name: 'Own',
      slug: 'own',
      scope: 'project',
      organization_id: firm,
      permissions: ['datasets:read'],
    };
    const role = await its.make(grace, 'createRole', body, 'role');
    await under.done('updateRole', { id: role, body: { name: 'Later' } }, { principal: grace });
    expect(await told(roleHistory(under, reading(grace), role, page))).toEqual([
      ['role.created', grace.userId, expect.arrayContaining(['/name', '/permissions'])],
      ['role.updated', grace.userId, ['/name']],
    ]);
    const first = { at: now(), pinned: { stream: `role-${role}` as const, revision: 0n } };
    expect(await roleById(reading(grace, first), role)).toMatchObject({ resource: { name: 'Own' } });
    expect(codeOf(await roleById(reading(ada, first), role))).toBe('forbidden');
    expect(codeOf(await roleHistory(under, reading(ada), role, page))).toBe('forbidden');
    expect(await roleHistory(under, reading(eve), role, page)).toBeUndefined();
    const { id } = systemRole('org_admin');
    expect(await roleHistory(under, reading(ada), id, page)).toMatchObject({ elements: [] });
  });
});

describe('projects that an organization counts', () => {
  let under: IdentityUnderTest;
  afterEach(() => under.remove());

  it('S5: are those that the caller sees; who administers it sees all', async () => {
    under = await startIdentity();
    const its = groupsIn(under);
    const [grace, ada] = [await its.somebody('grace'), await its.somebody('ada')];
    const firm = await its.firm(grace);
    await its.join(grace, firm, ada);
    const [first, team] = [await its.project(grace, firm, 'first'), await its.team(grace, firm)];
    await its.project(grace, firm, 'second', { team_id: team });
    await its.project(grace, firm, 'third');
    const reading = (principal: Principal): QueryContext => ({
      principal,
      rights: under.authenticator.rights,
      documents: under.documents,
      today: under.documents,
      at: new Date(under.clock.now()).toISOString(),
    });
    const count = async (who: Principal) => {
      const found = await organizationById(reading(who), firm);
      return (found as { resource: { project_count: number } }).resource.project_count;
    };
    expect([await count(grace), await count(ada)]).toEqual([3, 0]);
    const body = { user_id: ada.userId };
    await under.done('addProjectMember', { id: first, body }, { principal: grace });
    await under.done('addTeamMember', { id: team, body }, { principal: grace });
    expect(await count(ada)).toBe(2);
  });
});
