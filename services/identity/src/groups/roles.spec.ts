import type { Json, Principal } from '@cairn/kernel';
import { organizationById } from '../read-models/groups/queries.js';
import { memberById } from '../read-models/groups/members.js';
import { rolesFor } from '../read-models/groups/roles.js';
import { asking, found, startWithPeople, type WithPeople } from '../testing/asking.js';

const page = { limit: 10, sort: 'created_at' };
const DAY_MS = 24 * 60 * 60 * 1000;

describe('what roles let people do with people', () => {
  let under: WithPeople['under'];
  let its: WithPeople['its'];
  let grace: Principal;
  let ada: Principal;
  const start = async (): Promise<void> => {
    ({ under, its, grace, ada } = await startWithPeople());
  };
  afterEach(() => under.remove());
  const { reading, refusal, may } = asking(() => under);

  describe('SPEC-22: the last administrator', () => {
    let firm: string;
    beforeEach(async () => {
      await start();
      firm = await its.firm(grace);
      await its.join(grace, firm, ada);
    });
    const own = (who: Principal) => ({ id: firm, user_id: who.userId });
    const promote = (who: Principal, by: Principal) =>
      under.done(
        'updateOrganizationMember',
        { ...own(who), body: { role_slug: 'org_admin' } },
        { principal: by },
      );

    it('neither leaves, nor is demoted, nor erased', async () => {
      expect(await refusal(grace, 'removeOrganizationMember', own(grace))).toBe('last_administrator');
      const demoted = { ...own(grace), body: { role_slug: 'org_member' } };
      expect(await refusal(grace, 'updateOrganizationMember', demoted)).toBe('last_administrator');
      expect(await refusal(grace, 'deleteMe', { password: 'correct horse battery' })).toBe(
        'last_administrator',
      );
      expect(
        await found(memberById(reading(ada), { kind: 'organization', id: firm }, grace.userId)),
      ).toMatchObject({
        role: { slug: 'org_admin' },
      });
    });

    it('goes once there is another', async () => {
      await promote(ada, grace);
      await under.done('removeOrganizationMember', own(grace), { principal: grace });
      expect(await refusal(ada, 'removeOrganizationMember', own(ada))).toBe('last_administrator');
    });

    it('is one of two who leave at the same moment', async () => {
      await promote(ada, grace);
      const codes = await Promise.all(
        [grace, ada].map(async (principal) => {
          const reply = await under.send('removeOrganizationMember', own(principal), { principal });
          return reply.status === 'done' ? 'done' : reply.code;
        }),
      );
      expect(codes.sort()).toEqual(['done', 'last_administrator']);
    });

    it('has no end, and is not removed by who may less', async () => {
      const ending = { ...own(grace), body: { expires_at: new Date(Date.now() + DAY_MS).toISOString() } };
      expect(await refusal(grace, 'updateOrganizationMember', ending)).toBe('invalid_body');
      const body = { name: 'HR', slug: 'hr', scope: 'organization', organization_id: firm };
      const permissions = ['organizations:read', 'members:read', 'members:write'];
      const hr = await its.make(grace, 'createRole', { ...body, permissions }, 'role');
      await under.done(
        'updateOrganizationMember',
        { ...own(ada), body: { role_id: hr } },
        { principal: grace },
      );
      expect(await refusal(ada, 'removeOrganizationMember', own(grace))).toBe('role_exceeds_yours');
      expect(
        await refusal(ada, 'createInvitation', {
          id: firm,
          body: { email: 'x@example.org', role_slug: 'org_admin' },
        }),
      ).toBe('role_exceeds_yours');
    });
  });

  describe('roles', () => {
    let firm: string;
    beforeEach(async () => {
      await start();
      firm = await its.firm(grace);
    });
    const role = (permissions: readonly string[], slug = 'own'): Json => ({
      name: 'Own',
      slug,
      scope: 'organization',
      organization_id: firm,
      permissions,
    });

    it('name permissions of the catalogue, and none that who makes them lacks (S21)', async () => {
      for (const name of ['datasets:fly', '*:*', 'datasets:*', '*:read', 'me:write', 'admin:read', ''])
        expect(await refusal(grace, 'createRole', { body: role([name]) })).toBe('permission_unknown');
      const key: Principal = { ...grace, kind: 'key', scopes: ['roles:write', 'datasets:read'] };
      expect(await refusal(key, 'createRole', { body: role(['datasets:write']) })).toBe('role_exceeds_yours');
      await its.make(key, 'createRole', role(['datasets:read']), 'role');
    });

    it('are not deleted while somebody holds them, and permit what they say now', async () => {
      const own = await its.make(grace, 'createRole', role(['organizations:read']), 'role');
      await its.join(grace, firm, ada, 'own');
      expect(await refusal(grace, 'deleteRole', { id: own })).toBe('role_in_use');
      expect(await may(ada, 'organization', firm)).toBe(true);
      const body = { permissions: ['members:read'] };
      await under.done('updateRole', { id: own, body }, { principal: grace });
      expect(await organizationById(reading(ada), firm)).toMatchObject({ refused: 'forbidden' });
      await under.done('removeOrganizationMember', { id: firm, user_id: ada.userId }, { principal: grace });
      await under.done('deleteRole', { id: own }, { principal: grace });
      await its.make(grace, 'createRole', role([]), 'role');
    });

    it('SPEC-20: of an editor neither let in people nor change the project', async () => {
      await its.join(grace, firm, ada);
      const hal = await its.somebody('hal');
      await its.join(grace, firm, hal);
      const project = await its.project(grace, firm);
      const editor = { id: project, body: { user_id: ada.userId, role_slug: 'project_editor' } };
      await under.done('addProjectMember', editor, { principal: grace });
      const viewer = { id: project, body: { user_id: hal.userId, role_slug: 'project_viewer' } };
      expect(await refusal(ada, 'addProjectMember', viewer)).toBe('forbidden');
      const shut = { id: project, body: { disabled: true } };
      expect(await refusal(ada, 'updateProject', shut)).toBe('forbidden');
      await under.done('addProjectMember', viewer, { principal: grace });
      const removed = { id: project, user_id: hal.userId };
      expect(await refusal(ada, 'removeProjectMember', removed)).toBe('forbidden');
    });

    it('of the system are nobody’s to change (S21)', async () => {
      const [{ id } = { id: '' }] = (await rolesFor(reading(grace), page)).elements;
      expect(await refusal(grace, 'updateRole', { id, body: { name: 'x' } })).toBe('forbidden');
      expect(await refusal(grace, 'deleteRole', { id })).toBe('forbidden');
    });

    it('of another organization are not there for its administrator, who changes, gives and deletes none (S21)', async () => {
      const own = await its.make(grace, 'createRole', role(['organizations:read']), 'role');
      const other = await its.firm(ada, 'other');
      expect(await refusal(ada, 'updateRole', { id: own, body: { name: 'x' } })).toBe('not_found');
      expect(await refusal(ada, 'deleteRole', { id: own })).toBe('not_found');
      const given = { id: other, user_id: ada.userId, body: { role_id: own } };
      expect(await refusal(ada, 'updateOrganizationMember', given)).toBe('invalid_body');
      expect(await refusal(ada, 'createRole', { body: role([]) })).toBe('not_found');
    });
  });
});
