import type { Principal, Rights } from '@cairn/kernel';
import { groupsIn } from '../testing/groups.js';
import { type IdentityUnderTest, startIdentity } from '../testing/identity-under-test.js';

const HOUR_MS = 60 * 60 * 1000;

describe('what people held at a time', () => {
  let under: IdentityUnderTest;
  let its: ReturnType<typeof groupsIn>;
  let grace: Principal;
  let ada: Principal;
  let firm: string;
  beforeAll(async () => {
    under = await startIdentity();
    its = groupsIn(under);
    [grace, ada] = [await its.somebody('grace'), await its.somebody('ada')];
    firm = await its.firm(grace);
  });
  afterAll(() => under.remove());

  /** The time now; whatever comes is an hour later. */
  const moment = (): string => {
    const at = new Date(under.clock.now()).toISOString();
    under.ahead(HOUR_MS);
    return at;
  };
  const asOf = (at: string): Rights => under.authenticator.rights.asOf(at);
  const rolesAt = async (at: string, kind: 'organization' | 'team' | 'project', id: string) =>
    (await asOf(at).inGroup(ada.userId, { kind, id })).map(({ role, through }) => [role.slug, through.kind]);

  it('is by the memberships, the groups and the roles of that time', async () => {
    const before = moment();
    await its.join(grace, firm, ada);
    const team = await its.team(grace, firm);
    const project = await its.project(grace, firm, 'mails', { team_id: team });
    await under.done('addTeamMember', { id: team, body: { user_id: ada.userId } }, { principal: grace });
    const member = moment();
    await under.done('removeTeamMember', { id: team, user_id: ada.userId }, { principal: grace });
    const body = { role_slug: 'org_admin' };
    await under.done(
      'updateOrganizationMember',
      { id: firm, user_id: ada.userId, body },
      { principal: grace },
    );
    const administers = moment();
    await under.done('deleteProject', { id: project }, { principal: grace });
    const deleted = moment();

    expect(await rolesAt(before, 'organization', firm)).toEqual([]);
    expect(await rolesAt(member, 'organization', firm)).toEqual([['org_member', 'organization']]);
    expect(await rolesAt(member, 'project', project)).toEqual([['project_editor', 'team']]);
    expect(await rolesAt(administers, 'project', project)).toEqual([['org_admin', 'organization']]);
    expect(await rolesAt(deleted, 'project', project)).toEqual([]);
    const asset = { userId: grace.userId, organizationId: firm, projectId: project };
    expect((await asOf(member).surroundings(asset)).groups.map(({ kind }) => kind)).toEqual([
      'project',
      'team',
    ]);
    expect((await asOf(member).surroundings(asset)).administrators).toEqual([grace.userId]);
    expect((await asOf(administers).surroundings(asset)).administrators).toEqual([grace.userId, ada.userId]);
  });

  it('is nothing behind an end that had come then, and all before it', async () => {
    const joan = await its.somebody('joan');
    const begins = under.clock.now();
    const expires_at = new Date(begins + 3 * HOUR_MS).toISOString();
    await its.join(grace, firm, joan);
    const ends = { id: firm, user_id: joan.userId, body: { expires_at } };
    await under.done('updateOrganizationMember', ends, { principal: grace });
    const held = async (hours: number) => {
      const at = new Date(begins + hours * HOUR_MS).toISOString();
      return (await asOf(at).inGroup(joan.userId, { kind: 'organization', id: firm })).length;
    };
    expect([await held(2), await held(3)]).toEqual([1, 0]);
  });
});
