import {
  type DomainEvent,
  membershipEvents,
  organizationEvents,
  projectEvents,
  teamEvents,
  userEvents,
} from '@cairn/contracts';
import { applyChanges, type Document, type Projection, systemRoleId } from '@cairn/kernel';
import { ACCESS_CHANGES, accessChangesOfGroups, ACCOUNT_CHANGES } from './project.js';

/** As the projector calls it. */
const project: Projection['project'] = accessChangesOfGroups.project;
const { ProjectCreated, ProjectUpdated, ProjectDeleted } = projectEvents;
const [VIEWER, EDITOR] = [systemRoleId('project_viewer'), systemRoleId('project_editor')];
const OWN = '018f4d1a-0000-7000-8000-000000000077';

/** The rows after events of one stream, `id`. */
const after = (collection: string, ...told: readonly DomainEvent[]): readonly Document[] => {
  const documents = new Map<string, Map<string, Document>>();
  told.forEach((event, index) => {
    applyChanges(
      documents,
      project(event, {
        id: 'id',
        stream: 'stream-id',
        revision: BigInt(index),
        position: '',
        at: `2026-02-0${index + 1}T00:00:00.000Z`,
        actor: { kind: 'user', id: 'ada' },
        eventId: `event${index}`,
        hash: '',
        command: '',
        commandName: '',
        correlation: '',
        organization: 'o',
      }),
    );
  });
  return [...(documents.get(collection)?.values() ?? [])];
};
const told = (...events: readonly DomainEvent[]) =>
  after(ACCESS_CHANGES, ...events).map(({ kind, organization_id, subject_kind, before, after: now }) =>
    [kind, organization_id, subject_kind, before, now].filter((part) => part !== undefined),
  );

type Given = { readonly team_id?: string | null; readonly team_role_id?: string | null };
const given = (changes: Given, previous: Required<Given>) =>
  ProjectUpdated.of({ changes, organization_id: 'o', previous });

describe('what an access review tells of groups', () => {
  it('to what team a project is given, from its beginning on', () => {
    expect(
      told(ProjectCreated.of({ ...ProjectCreated.example, organization_id: 'o', team_id: 't' })),
    ).toEqual([['team_changed', 'o', 'project', 't']]);
    expect(told(ProjectCreated.of({ ...ProjectCreated.example, team_id: null }))).toEqual([]);
    const none = { team_id: null, team_role_id: null };
    expect(told(given({ team_id: 'u' }, { ...none, team_id: 't' }))).toEqual([
      ['team_changed', 'o', 'project', 't', 'u'],
    ]);
    expect(
      told(given({ team_id: null, team_role_id: null }, { team_id: 't', team_role_id: VIEWER })),
    ).toEqual([['team_changed', 'o', 'project', 't']]);
    expect(told(given({ team_id: 't', team_role_id: VIEWER }, none))).toEqual([
      ['team_changed', 'o', 'project', 't'],
    ]);
  });

  it('as what the members of the team are in it, by the slug of a role or the id of an own one', () => {
    const role = (team_role_id: string | null, before: string | null) =>
      told(given({ team_role_id }, { team_id: 't', team_role_id: before }));
    expect(role(VIEWER, null)).toEqual([
      ['team_role_changed', 'o', 'project', 'project_editor', 'project_viewer'],
    ]);
    expect(role(OWN, VIEWER)).toEqual([['team_role_changed', 'o', 'project', 'project_viewer', OWN]]);
    expect(role(null, EDITOR)).toEqual([]);
    // Without a team it is nobody's.
    expect(told(given({ team_role_id: VIEWER }, { team_id: null, team_role_id: null }))).toEqual([]);
  });

  it('that they were disabled and enabled, deleted and restored', () => {
    const { OrganizationUpdated, OrganizationRestored } = organizationEvents;
    expect(
      told(
        OrganizationUpdated.of({ changes: { disabled: true } }),
        OrganizationUpdated.of({ changes: { disabled: false, plan: 'pro' } }),
        OrganizationUpdated.of({ changes: { name: 'x' } }),
        OrganizationRestored.of({ organization_id: 'id' }),
      ),
    ).toEqual([
      ['group_disabled', 'id', 'organization'],
      ['group_enabled', 'id', 'organization'],
      ['group_restored', 'id', 'organization'],
    ]);
    expect(
      told(
        ProjectUpdated.of({ changes: { disabled: true }, organization_id: 'o' }),
        ProjectDeleted.of({ organization_id: 'o' }),
      ),
    ).toEqual([
      ['group_disabled', 'o', 'project'],
      ['group_deleted', 'o', 'project'],
    ]);
    expect(told(teamEvents.TeamDeleted.of({ organization_id: 'o' }))).toEqual([
      ['group_deleted', 'o', 'team'],
    ]);
  });

  it('what became of accounts, apart from organizations', () => {
    const { UserDisabled, UserEnabled, UserErased } = userEvents;
    const of = { id: 'id' };
    const events = [UserDisabled.of(of), UserEnabled.of(of), UserErased.of({ ...UserErased.example, ...of })];
    expect(after(ACCOUNT_CHANGES, ...events).map(({ kind, user_id }) => [kind, user_id])).toEqual([
      ['account_disabled', 'id'],
      ['account_enabled', 'id'],
      ['account_erased', 'id'],
    ]);
    expect(told(...events)).toEqual([]);
  });

  it('that a membership ended by itself at its end, whenever a timer came to it', () => {
    const { MembershipEnded } = membershipEvents;
    const end = '2026-01-15T09:15:00.000Z';
    const about = { ...MembershipEnded.example, previous_role_slug: 'org_member' };
    const rows = after(
      ACCESS_CHANGES,
      MembershipEnded.of({ ...about, reason: 'expired', expires_at: end }),
      MembershipEnded.of({ ...about, reason: 'left' }),
    );
    expect(rows.map(({ kind, created_at }) => [kind, created_at])).toEqual([
      ['member_expired', end],
      ['member_left', '2026-02-02T00:00:00.000Z'],
    ]);
  });

  it('another end of a membership apart from another role', () => {
    const { MembershipChanged } = membershipEvents;
    const about = { ...MembershipChanged.example, organization_id: 'o', previous_role_slug: 'org_member' };
    const until = '2026-06-01T09:15:00.000Z';
    expect(told(MembershipChanged.of({ ...about, expires_at: until }))).toEqual([
      ['member_end_changed', 'o', 'organization', until],
    ]);
    expect(told(MembershipChanged.of({ ...about, expires_at: null }))).toEqual([
      ['member_end_changed', 'o', 'organization'],
    ]);
    expect(told(MembershipChanged.of({ ...about, role_slug: 'org_admin', expires_at: null }))).toEqual([
      ['member_role_changed', 'o', 'organization', 'org_member', 'org_admin'],
    ]);
  });
});
