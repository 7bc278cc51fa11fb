import { freshId, isRefusal, type Json, type Principal } from '@cairn/kernel';
import { accessReview } from '../read-models/access-changes/queries.js';
import { organizationsFor, projectsFor } from '../read-models/groups/lists.js';
import { organizationById, teamById } from '../read-models/groups/queries.js';
import { membersOf } from '../read-models/groups/members.js';
import { asking, found, startWithPeople, type WithPeople } from '../testing/asking.js';

const page = { limit: 10, sort: 'created_at' };
const DAY_MS = 24 * 60 * 60 * 1000;

describe('who is in a group', () => {
  let under: WithPeople['under'];
  let its: WithPeople['its'];
  let grace: Principal;
  let ada: Principal;
  const start = async (): Promise<void> => {
    ({ under, its, grace, ada } = await startWithPeople());
  };
  afterEach(() => under.remove());
  const { reading, refusal, may } = asking(() => under);

  describe('members', () => {
    let firm: string;
    beforeEach(async () => {
      await start();
      firm = await its.firm(grace);
    });

    it('come by a mailed invitation, once, and are counted', async () => {
      expect(await may(ada, 'organization', firm)).toBe(false);
      const token = await its.mailed(firm, grace, { email: 'ada@example.org' });
      await under.done('acceptInvitation', { token }, { principal: ada });
      expect(await found(organizationById(reading(ada), firm))).toMatchObject({
        member_count: 2,
        settings: {},
      });
      expect(await refusal(ada, 'acceptInvitation', { token })).toBe('already_member');
      const joan = await its.somebody('joan');
      expect(await refusal(joan, 'acceptInvitation', { token })).toBe('other_address');
      const listed = await membersOf(reading(ada), { kind: 'organization', id: firm }, page);
      expect(listed).toMatchObject({
        elements: [
          { username: 'grace', role: { slug: 'org_admin' } },
          { username: 'ada', role: { slug: 'org_member' }, invited_by: grace.userId },
        ],
      });
    });

    it('are not strangers who are added by their id', async () => {
      const add = { id: firm, body: { user_id: ada.userId } };
      expect(await refusal(grace, 'addOrganizationMember', add)).toBe('invalid_body');
      const other = await its.firm(grace, 'other');
      await its.join(grace, other, ada);
      await under.done('addOrganizationMember', add, { principal: grace });
      expect(await refusal(grace, 'addOrganizationMember', add)).toBe('already_member');
    });

    it('are told nothing of what they are not in, and may not what their role does not permit', async () => {
      const update = { id: firm, body: { name: 'mine' } };
      expect(await refusal(ada, 'updateOrganization', update)).toBe('not_found');
      expect(await refusal(ada, 'updateOrganization', { ...update, id: freshId() })).toBe('not_found');
      await its.join(grace, firm, ada);
      expect(await refusal(ada, 'updateOrganization', update)).toBe('forbidden');
      expect(await refusal(ada, 'createInvitation', { id: firm, body: { email: 'x@example.org' } })).toBe(
        'forbidden',
      );
      const plan = { id: firm, body: { plan: 'pro' } };
      expect(await refusal(grace, 'updateOrganization', plan)).toBe('forbidden');
      await under.done('updateOrganization', plan, { principal: { ...ada, administrator: true } });
      expect(await found(organizationById(reading(grace), firm))).toMatchObject({ plan: 'pro' });
    });

    it('S7 keep no credential in the settings: what is stored is never forgotten', async () => {
      const settings = { sso: { issuer: 'https://id.example.org', client_secret: 'abc' } };
      const before = (await under.log.read(`organization-${firm}`)).length;
      const update = { id: firm, body: { settings } };
      expect(await under.refused('updateOrganization', update, { principal: grace })).toMatchObject({
        code: 'use_secret',
        errors: [{ pointer: '/settings/sso/client_secret' }],
      });
      expect(await under.log.read(`organization-${firm}`)).toHaveLength(before);
    });

    it('leave at their end, from lists and counts too', async () => {
      const member_until = new Date(under.clock.now() + DAY_MS).toISOString();
      await its.join(grace, firm, ada, 'org_member', { member_until });
      expect(await may(ada, 'organization', firm)).toBe(true);
      under.ahead(DAY_MS + 1);
      expect(await may(ada, 'organization', firm)).toBe(false);
      const count = async () =>
        (await found(organizationById(reading(grace), firm))) as { member_count: number };
      while ((await count()).member_count !== 1) await new Promise((resolve) => setTimeout(resolve, 20));
      const last = async () => {
        const review = await accessReview(reading(grace), firm, { ...page, sort: 'at' }, {}, []);
        return review === undefined || isRefusal(review) ? undefined : review.elements.at(-1);
      };
      while ((await last())?.kind !== 'member_expired')
        await new Promise((resolve) => setTimeout(resolve, 20));
      expect(await last()).toMatchObject({ user_id: ada.userId, at: member_until, before: 'org_member' });
      await its.join(grace, firm, ada);
      expect((await count()).member_count).toBe(2);
    });

    it('who leave an organization leave what is in it', async () => {
      await its.join(grace, firm, ada);
      const team = await its.team(grace, firm);
      await under.done('addTeamMember', { id: team, body: { user_id: ada.userId } }, { principal: grace });
      expect(await may(ada, 'team', team)).toBe(true);
      const own = { id: firm, user_id: ada.userId };
      await under.done('removeOrganizationMember', own, { principal: ada });
      expect(await found(teamById(reading(grace), team))).toMatchObject({ member_count: 1 });
      await its.join(grace, firm, ada);
      expect(await may(ada, 'team', team)).toBe(false);
    });

    it('of an organization alone come into its teams and projects', async () => {
      const project = await its.project(grace, firm);
      const add = { id: project, body: { user_id: ada.userId } };
      expect(await refusal(grace, 'addProjectMember', add)).toBe('invalid_body');
      await its.join(grace, firm, ada);
      await under.done('addProjectMember', add, { principal: grace });
      expect((await projectsFor(reading(ada), page)).elements).toMatchObject([
        { id: project, member_count: 2 },
      ]);
    });

    it('see the projects of their teams', async () => {
      await its.join(grace, firm, ada);
      const team = await its.team(grace, firm);
      await under.done('addTeamMember', { id: team, body: { user_id: ada.userId } }, { principal: grace });
      const project = await its.project(grace, firm, 'given', { team_id: team });
      expect((await projectsFor(reading(ada), page)).elements.map(({ id }) => id)).toEqual([project]);
      const away = { id: project, body: { team_id: null } };
      await under.done('updateProject', away, { principal: grace });
      expect((await projectsFor(reading(ada), page)).elements).toEqual([]);
    });

    it('SPEC-20: edit a project, and say neither what it is nor who is in it', async () => {
      const joan = await its.somebody('joan');
      for (const who of [ada, joan]) await its.join(grace, firm, who);
      const project = await its.project(grace, firm);
      const add = (who: Principal) => ({
        id: project,
        body: { user_id: who.userId, role_slug: 'project_editor' },
      });
      await under.done('addProjectMember', add(ada), { principal: grace });
      expect(await refusal(ada, 'addProjectMember', add(joan))).toBe('forbidden');
      const removed = { id: project, user_id: grace.userId };
      expect(await refusal(ada, 'removeProjectMember', removed)).toBe('forbidden');
      const disabled = { id: project, body: { disabled: true } };
      expect(await refusal(ada, 'updateProject', disabled)).toBe('forbidden');
    });

    it('open a project again that was disabled, and nothing else of it', async () => {
      const project = await its.project(grace, firm);
      const update = (body: Json) => ({ id: project, body });
      await under.done('updateProject', update({ disabled: true }), { principal: grace });
      expect((await projectsFor(reading(grace), page)).elements).toEqual([]);
      expect(await refusal(grace, 'updateProject', update({ name: 'x' }))).toBe('not_found');
      expect(await refusal(ada, 'updateProject', update({ disabled: false }))).toBe('not_found');
      await under.done('updateProject', update({ disabled: false }), { principal: grace });
      expect((await projectsFor(reading(grace), page)).elements).toHaveLength(1);
    });

    it('S6 take a leap second, and what lies beyond the years, for an end', async () => {
      for (const member_until of ['2030-12-31T23:59:60Z', '9999-12-31T23:59:59-14:00']) {
        const body = { email: 'x@example.org', member_until };
        await its.make(grace, 'createInvitation', body, 'invitation', { id: firm });
      }
    });

    it('through a key of an organization reach that one alone', async () => {
      const other = await its.firm(grace, 'other');
      const key: Principal = { ...grace, kind: 'key', organizationId: other };
      expect(await organizationById(reading(key), firm)).toBeUndefined();
      expect((await organizationsFor(reading(key), page)).elements.map(({ id }) => id)).toEqual([other]);
      const update = { id: firm, body: { name: 'mine' } };
      expect(await refusal(key, 'updateOrganization', update)).toBe('not_found');
    });

    it('hold nothing in it while it is deleted, and what they held when it is back', async () => {
      await its.join(grace, firm, ada);
      await under.done('deleteOrganization', { id: firm }, { principal: grace });
      expect((await organizationsFor(reading(ada), page)).elements).toEqual([]);
      expect(await refusal(ada, 'restoreOrganization', { id: firm })).toBe('forbidden');
      await under.done('restoreOrganization', { id: firm }, { principal: grace });
      expect((await organizationsFor(reading(ada), page)).elements).toHaveLength(1);
    });
  });

  it('SPEC-23: the address of an invitation that is over is forgotten', async () => {
    await start();
    const firm = await its.firm(grace);
    const id = await its.make(grace, 'createInvitation', { email: 'hal@example.org' }, 'invitation', {
      id: firm,
    });
    while (under.mails.length === 0) await new Promise((resolve) => setImmediate(resolve));
    await under.done('revokeInvitation', { id: firm, invitation_id: id }, { principal: grace });
    while ((await under.vault.findKey(id)) !== undefined)
      await new Promise((resolve) => setImmediate(resolve));
    expect(under.forgotten.map(({ to }) => to)).toContain('hal@example.org');
    expect(JSON.stringify(await under.documents.get('identity_invitations', id))).not.toContain('hal@');
    const token = /invitations\/([\w-]+)\/accept/.exec(under.mails[0]?.text ?? '')?.[1] ?? '';
    expect(await refusal(ada, 'acceptInvitation', { token })).toBe('invitation_invalid');
  });

  it('SPEC-23: the address of an invitation that nobody accepted is forgotten after 30 days, by itself', async () => {
    await start();
    const firm = await its.firm(grace);
    await its.mailed(firm, grace, { email: 'hal@example.org' });
    under.ahead(30 * DAY_MS + 1);
    while (under.forgotten.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(under.forgotten.map(({ to }) => to)).toEqual(['hal@example.org']);
    const [invitation] = await under.documents.find('identity_invitations', {
      filter: { fields: { organization_id: firm } },
      sort: 'created_at',
      limit: 2,
    });
    expect(invitation).toMatchObject({ status: 'expired', email: '' });
    while ((await under.vault.findKey(invitation!.id)) !== undefined)
      await new Promise((resolve) => setImmediate(resolve));
  });
});
