import {
  type DomainEvent,
  organizationEvents,
  projectEvents,
  roleEvents,
  teamEvents,
  userEvents,
} from '@cairn/contracts';
import { ALONE, type Grant, type PlacedAsset, tokens } from '@cairn/kernel';
import { organization } from '../domain/organization/state.js';
import { project } from '../domain/project/state.js';
import { role } from '../domain/role/state.js';
import { team } from '../domain/team/state.js';
import { ORG_ADMIN, ORG_MEMBER, systemRole, TEAM_ADMIN } from '../domain/role/system-roles.js';
import { ADA, BEFORE, FIRM, GRACE, PROJECT, ROLE, SOON, TEAM, Told } from '../testing/told.js';

const EDITOR = systemRole('project_editor').id;
const VIEWER = systemRole('project_viewer').id;
const ELSEWHERE = { ...organizationEvents.OrganizationCreated.example, id: 'elsewhere' };
const TEAM_MEMBER = systemRole('team_member').id;

const short = (grants: readonly Grant[]): readonly string[] =>
  grants.map(({ group, through, role: { slug }, until = 'always' }) =>
    [`${slug} in ${group.kind}`, `through ${through.kind}`, until].join(', '),
  );

describe('what people hold in groups', () => {
  let told: Told;
  beforeEach(() => {
    told = new Told().account(ADA).account(GRACE).firm().member(GRACE, 'organization', ORG_ADMIN.id);
  });
  const adaIn = async (kind: 'organization' | 'team' | 'project', id: string) =>
    short(await told.rights.inGroup(ADA, { kind, id }));
  const ofAda = { userId: ADA, organizationId: FIRM };

  it('asks no stream for an asset in no group', async () => {
    expect(await told.rights.standing(ADA, { userId: ADA })).toEqual(ALONE);
    expect(told.asked).toEqual([]);
  });

  it('is nothing for who is no member', async () => {
    told.team().project();
    for (const [kind, id] of [
      ['organization', FIRM],
      ['team', TEAM],
      ['project', PROJECT],
    ] as const)
      expect(await adaIn(kind, id)).toEqual([]);
    expect(await told.rights.standing(ADA, ofAda)).toEqual({ grants: [], ownerCounts: false });
  });

  it('of a member is the role in the organization, until it expires', async () => {
    told.member(ADA, 'organization', ORG_MEMBER.id, { expires_at: SOON });
    expect(await adaIn('organization', FIRM)).toEqual([
      `org_member in organization, through organization, ${SOON}`,
    ]);
    expect((await told.rights.standing(ADA, ofAda)).ownerCounts).toBe(true);
    expect(await told.rights.reach(ADA)).toEqual({
      tokens: [tokens.everybody, tokens.user(ADA), tokens.organization(FIRM)],
      toBeDecided: false,
    });
  });

  it('is nothing any more once the membership has expired, also where others lean on it', async () => {
    told.member(ADA, 'organization', ORG_MEMBER.id, { expires_at: BEFORE });
    told.team().project().member(ADA, 'team', TEAM_ADMIN.id).member(ADA, 'project', EDITOR);
    for (const [kind, id] of [
      ['organization', FIRM],
      ['team', TEAM],
      ['project', PROJECT],
    ] as const)
      expect(await adaIn(kind, id)).toEqual([]);
    expect((await told.rights.reach(ADA)).tokens).toEqual([tokens.everybody, tokens.user(ADA)]);
  });

  it('of an administrator counts when stream and membership agree (SPEC-22)', async () => {
    told.member(ADA, 'organization', ORG_ADMIN.id).project();
    expect(await adaIn('organization', FIRM)).toEqual([
      'org_member in organization, through organization, always',
    ]);
    expect(await adaIn('project', PROJECT)).toEqual([]);
    told.tell(
      organization as never,
      FIRM,
      organizationEvents.OrganizationAdministratorAdded.of({ user_id: ADA }),
    );
    expect(await adaIn('organization', FIRM)).toEqual([
      'org_admin in organization, through organization, always',
    ]);
    expect(await adaIn('project', PROJECT)).toEqual(['org_admin in project, through organization, always']);
    expect(await told.rights.reach(ADA)).toMatchObject({ toBeDecided: true });
    expect((await told.rights.reach(ADA)).tokens).toContain(tokens.within(FIRM));
  });

  it('of an administrator in the stream without the membership is nothing', async () => {
    told.tell(
      organization as never,
      FIRM,
      organizationEvents.OrganizationAdministratorAdded.of({ user_id: ADA }),
    );
    expect(await adaIn('organization', FIRM)).toEqual([]);
  });

  describe('in a project', () => {
    beforeEach(() => told.member(ADA, 'organization', ORG_MEMBER.id));

    it('is the role of the direct membership', async () => {
      told.project().member(ADA, 'project', VIEWER);
      expect(await adaIn('project', PROJECT)).toEqual(['project_viewer in project, through project, always']);
      expect((await told.rights.reach(ADA)).tokens).toContain(tokens.project(PROJECT));
    });

    it('ends with the membership of the organization, where that ends first', async () => {
      told.project().team().member(ADA, 'project', VIEWER).member(ADA, 'team', TEAM_MEMBER);
      told.member(ADA, 'organization', ORG_MEMBER.id, { expires_at: SOON });
      expect(await adaIn('project', PROJECT)).toEqual([
        `project_viewer in project, through project, ${SOON}`,
      ]);
      expect(await adaIn('team', TEAM)).toEqual([`team_member in team, through team, ${SOON}`]);
    });

    it('S2: is nothing for an asset of an organization that the project is not of', async () => {
      told.project().member(ADA, 'project', VIEWER);
      const here = { userId: GRACE, organizationId: FIRM, projectId: PROJECT };
      const held = async (asset: PlacedAsset) => short((await told.rights.standing(ADA, asset)).grants);
      expect(await held(here)).toContain('project_viewer in project, through project, always');
      told.tell(organization as never, 'elsewhere', organizationEvents.OrganizationCreated.of(ELSEWHERE));
      told.member(ADA, 'organization', ORG_MEMBER.id, { group_id: 'elsewhere' });
      expect(await held({ ...here, organizationId: 'elsewhere' })).toEqual([
        'org_member in organization, through organization, always',
      ]);
    });

    it('is the team’s role for its members, and administering it for the team’s administrators', async () => {
      told.team().project({ team_id: TEAM }).member(ADA, 'team', TEAM_MEMBER, { expires_at: SOON });
      expect(await adaIn('project', PROJECT)).toEqual([`project_editor in project, through team, ${SOON}`]);
      told.account('joan').member('joan', 'organization', ORG_MEMBER.id);
      told.member('joan', 'team', TEAM_ADMIN.id);
      const joans = await told.rights.inGroup('joan', { kind: 'project', id: PROJECT });
      expect(short(joans)).toEqual(['project_admin in project, through team, always']);
    });

    it('is found through the team’s candidates only where the project says so', async () => {
      told.team().member(ADA, 'team', TEAM_MEMBER);
      told.tell(team as never, TEAM, teamEvents.TeamProjectAdded.of({ project_id: PROJECT }));
      told.tell(team as never, TEAM, teamEvents.TeamProjectAdded.of({ project_id: 'other' }));
      told.project({ team_id: TEAM }).project({ id: 'other', team_id: 'others' });
      const { tokens: found } = await told.rights.reach(ADA);
      expect(found).toContain(tokens.project(PROJECT));
      expect(found).not.toContain(tokens.project('other'));
    });

    it('is what the organization’s own role says now, and nothing once that is deleted', async () => {
      const { RoleCreated, RoleUpdated, RoleDeleted } = roleEvents;
      told.project().member(ADA, 'project', ROLE);
      told.tell(
        role as never,
        ROLE,
        RoleCreated.of({ ...RoleCreated.example, id: ROLE, organization_id: FIRM }),
      );
      told.tell(role as never, ROLE, RoleUpdated.of({ changes: { permissions: ['datasets:read'] } }));
      const [grant] = await told.rights.inGroup(ADA, { kind: 'project', id: PROJECT });
      expect(grant).toMatchObject({ role: { slug: 'annotator' }, permissions: ['datasets:read'] });
      told.tell(role as never, ROLE, RoleDeleted.of({}));
      expect(await adaIn('project', PROJECT)).toEqual([]);
    });

    it('is nothing while it, the team or the organization is deleted or disabled', async () => {
      told.team().project({ team_id: TEAM }).member(ADA, 'team', TEAM_MEMBER);
      const { ProjectUpdated, ProjectDeleted, ProjectRestored } = projectEvents;
      const steps: readonly (readonly [DomainEvent, number])[] = [
        [ProjectUpdated.of({ changes: { disabled: true } }), 0],
        [ProjectUpdated.of({ changes: { disabled: false } }), 1],
        [ProjectDeleted.of({ organization_id: FIRM }), 0],
        [ProjectRestored.of({ organization_id: FIRM }), 1],
      ];
      for (const [event, count] of steps) {
        told.tell(project as never, PROJECT, event);
        expect(await adaIn('project', PROJECT)).toHaveLength(count);
      }
      told.tell(team as never, TEAM, teamEvents.TeamDeleted.of({ organization_id: FIRM }));
      expect(await adaIn('project', PROJECT)).toEqual([]);
    });
  });

  it('SPEC-21: an owner counts in a deleted organization, and not in a disabled one', async () => {
    told.member(ADA, 'organization', ORG_MEMBER.id);
    told.tell(
      organization as never,
      FIRM,
      organizationEvents.OrganizationUpdated.of({ changes: { disabled: true } }),
    );
    expect(await told.rights.standing(ADA, ofAda)).toEqual({ grants: [], ownerCounts: false });
    told.tell(
      organization as never,
      FIRM,
      organizationEvents.OrganizationDeleted.of({ organization_id: FIRM }),
    );
    expect(await told.rights.standing(ADA, ofAda)).toEqual({ grants: [], ownerCounts: true });
  });

  it('of an asset it is told which of its groups give nobody anything', async () => {
    const closed = async (place: object) =>
      (await told.rights.surroundings({ userId: ADA, ...place })).closed.map(({ kind }) => kind);
    told.project();
    const both = { organizationId: FIRM, projectId: PROJECT };
    expect([await closed({}), await closed(both)]).toEqual([[], []]);
    const { OrganizationUpdated, OrganizationDeleted } = organizationEvents;
    told.tell(organization as never, FIRM, OrganizationUpdated.of({ changes: { disabled: true } }));
    expect(await closed(both)).toEqual(['organization']);
    told.tell(project as never, PROJECT, projectEvents.ProjectDeleted.of({ organization_id: FIRM }));
    told.tell(organization as never, FIRM, OrganizationDeleted.of({ organization_id: FIRM }));
    expect(await closed(both)).toEqual(['organization', 'project']);
    expect(await closed({ organizationId: FIRM })).toEqual(['organization']);
  });

  it('is nothing for a person who is disabled or erased', async () => {
    const { UserDisabled, UserErased } = userEvents;
    told.account('joan', UserDisabled.of({ id: 'joan' })).member('joan', 'organization', ORG_MEMBER.id);
    told.account('hal', UserErased.of({ ...UserErased.example, id: 'hal' }));
    told.member('hal', 'organization', ORG_MEMBER.id);
    for (const who of ['joan', 'hal']) {
      expect(await told.rights.inGroup(who, { kind: 'organization', id: FIRM })).toEqual([]);
      expect(await told.rights.standing(GRACE, { userId: who, organizationId: FIRM })).toMatchObject({
        ownerCounts: false,
      });
      expect((await told.rights.reach(who)).tokens).toEqual([tokens.everybody, tokens.user(who)]);
    }
  });

  describe('S5: lists decide each row', () => {
    const isDecided = async (): Promise<boolean> => (await told.rights.reach(ADA)).toBeDecided;
    beforeEach(() => {
      told.member(ADA, 'organization', ORG_MEMBER.id);
    });

    it('not for who holds roles of the system alone: each of them reads', async () => {
      told.team().project({ team_id: TEAM, team_role_id: VIEWER }).member(ADA, 'team', TEAM_MEMBER);
      told.tell(team as never, TEAM, teamEvents.TeamProjectAdded.of({ project_id: PROJECT }));
      expect(await isDecided()).toBe(false);
    });

    it('for who holds a role that an organization made: it may permit no reading', async () => {
      told.project().member(ADA, 'project', ROLE);
      expect(await isDecided()).toBe(true);
    });

    it('for who comes to a project by such a role of their team', async () => {
      told.team().project({ team_id: TEAM, team_role_id: ROLE }).member(ADA, 'team', TEAM_MEMBER);
      told.tell(team as never, TEAM, teamEvents.TeamProjectAdded.of({ project_id: PROJECT }));
      expect(await isDecided()).toBe(true);
    });
  });

  it('of somebody with very many is looked for by organization', async () => {
    told.member(ADA, 'organization', ORG_MEMBER.id);
    for (let index = 0; index < 70; index += 1) {
      told.project({ id: `p${index}` }).member(ADA, 'project', EDITOR, { group_id: `p${index}` });
    }
    expect(await told.rights.reach(ADA)).toEqual({
      tokens: [tokens.everybody, tokens.user(ADA), tokens.within(FIRM)],
      toBeDecided: true,
    });
  });
});
