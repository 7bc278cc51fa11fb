import type { Json, Principal } from '@cairn/kernel';
import { PROJECT_ADMIN } from '../domain/role/system-roles.js';
import { asking, startWithPeople, type WithPeople } from '../testing/asking.js';

const MANAGES = ['projects:read', 'projects:write', 'members:read', 'members:write', 'datasets:read'];

describe('nobody grants, or takes away, more than they may do', () => {
  let under: WithPeople['under'];
  let its: WithPeople['its'];
  let grace: Principal;
  let ada: Principal;
  let firm: string;
  beforeEach(async () => {
    ({ under, its, grace, ada } = await startWithPeople());
    firm = await its.firm(grace);
    await its.join(grace, firm, ada);
  });
  afterEach(() => under.remove());
  const { refusal } = asking(() => under);
  const role = (slug: string, scope: string, permissions: readonly string[]): Promise<string> => {
    const body: Json = { name: slug, slug, scope, organization_id: firm, permissions };
    return its.make(grace, 'createRole', body, 'role');
  };

  describe('of a project and a team', () => {
    let project: string;
    let team: string;
    let own: string;
    beforeEach(async () => {
      [project, team, own] = [
        await its.project(grace, firm),
        await its.team(grace, firm),
        await role('manager', 'project', MANAGES),
      ];
      const manages = { id: project, body: { user_id: ada.userId, role_id: own } };
      await under.done('addProjectMember', manages, { principal: grace });
      const leads = { id: team, body: { user_id: ada.userId, role_slug: 'team_admin' } };
      await under.done('addTeamMember', leads, { principal: grace });
    });
    const update = (body: Json) => ({ id: project, body });

    it('nobody becomes administrator of a project by giving it to a team that they administer', async () => {
      const given = update({ team_id: team, team_role_id: own });
      expect(await refusal(ada, 'updateProject', given)).toBe('role_exceeds_yours');
      expect(await refusal(ada, 'deleteProject', { id: project })).toBe('forbidden');
      await under.done('updateProject', update({ name: 'renamed' }), { principal: ada });
      await under.done('updateProject', given, { principal: grace });
      await under.done('deleteProject', { id: project }, { principal: ada });
    });

    it('nobody takes it from a team, nor lowers what that is, who is less in it', async () => {
      const joan = await its.somebody('joan');
      await its.join(grace, firm, joan);
      const manages = { id: project, body: { user_id: joan.userId, role_id: own } };
      await under.done('addProjectMember', manages, { principal: grace });
      const given = update({ team_id: team, team_role_id: PROJECT_ADMIN.id });
      await under.done('updateProject', given, { principal: grace });
      for (const body of [{ team_id: null }, { team_role_id: own }])
        expect(await refusal(joan, 'updateProject', update(body))).toBe('role_exceeds_yours');
    });
  });

  it('of a role: one that permits more is neither changed nor deleted', async () => {
    const keeper = await role('keeper', 'organization', [
      'organizations:read',
      'roles:write',
      'roles:delete',
    ]);
    const auditor = await role('auditor', 'organization', ['organizations:read', 'organizations:review']);
    const reader = await role('reader', 'organization', ['organizations:read']);
    const kept = { id: firm, user_id: ada.userId, body: { role_id: keeper } };
    await under.done('updateOrganizationMember', kept, { principal: grace });
    for (const body of [{ permissions: ['organizations:read'] }, { name: 'x' }])
      expect(await refusal(ada, 'updateRole', { id: auditor, body })).toBe('role_exceeds_yours');
    expect(await refusal(ada, 'deleteRole', { id: auditor })).toBe('role_exceeds_yours');
    await under.done('updateRole', { id: reader, body: { permissions: [] } }, { principal: ada });
    await under.done('deleteRole', { id: reader }, { principal: ada });
  });

  it('of a role by its id and its slug: two that differ name none', async () => {
    const project = await its.project(grace, firm);
    const body = { user_id: ada.userId, role_id: PROJECT_ADMIN.id, role_slug: 'project_viewer' };
    expect(await refusal(grace, 'addProjectMember', { id: project, body })).toBe('invalid_body');
    const same = { ...body, role_slug: 'project_admin' };
    await under.done('addProjectMember', { id: project, body: same }, { principal: grace });
  });
});
