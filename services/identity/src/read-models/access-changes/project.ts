import {
  type AccessChangeKind,
  type EventOf,
  type MembershipEvent,
  membershipEvents,
  organizationEvents,
  projectEvents,
  roleEvents,
  teamEvents,
  userEvents,
} from '@cairn/contracts';
import { type Change, type Json, projection, type ProjectedEvent } from '@cairn/kernel';
import { PROJECT_EDITOR, systemRoleById } from '../../domain/role/system-roles.js';

export const ACCESS_CHANGES = 'identity_access_changes';
/** What became of accounts, whatever organizations their persons are in. */
export const ACCOUNT_CHANGES = 'identity_account_changes';

const { OrganizationUpdated, OrganizationDeleted, OrganizationRestored } = organizationEvents;
const { TeamDeleted, TeamRestored } = teamEvents;
const { ProjectCreated, ProjectUpdated, ProjectDeleted, ProjectRestored } = projectEvents;
const { RoleUpdated } = roleEvents;
const { UserDisabled, UserEnabled, UserErased } = userEvents;

const ends = [
  ...[OrganizationDeleted, OrganizationRestored, TeamDeleted],
  ...[TeamRestored, ProjectDeleted, ProjectRestored],
] as const;
const events = [
  ...Object.values(membershipEvents),
  ...([RoleUpdated, OrganizationUpdated, ProjectCreated, ProjectUpdated] as const),
  ...([UserDisabled, UserEnabled, UserErased] as const),
  ...ends,
] as const;
type Seen = EventOf<(typeof events)[number]>;
type SeenOf<Type extends Seen['type']> = Extract<Seen, { readonly type: Type }>;
type Facts = Omit<ProjectedEvent, 'event'>;
type Told = Readonly<Record<string, Json>> & { readonly kind: AccessChangeKind };

/** A row of a review; `part` where an event makes several. */
const row = ({ eventId, at, actor }: Facts, told: Told, part?: string) => ({
  ...told,
  id: part === undefined ? eventId : `${eventId}:${part}`,
  created_at: at,
  by_kind: actor.kind,
  by_id: actor.id,
});
const put = (facts: Facts, organization_id: string, told: Told, part?: string): Change => ({
  kind: 'put',
  collection: ACCESS_CHANGES,
  document: { ...row(facts, told, part), organization_id },
});

const ENDINGS = {
  left: 'member_left',
  removed: 'member_removed',
  expired: 'member_expired',
  erased: 'member_erased',
} as const;

const ofMembership = (event: MembershipEvent): Told => {
  const { user_id, group_kind: subject_kind, group_id: subject_id } = event.data;
  const about = { user_id, subject_kind, subject_id };
  switch (event.type) {
    case 'MembershipGranted':
      return { ...about, kind: 'member_joined', after: event.data.role_slug };
    case 'MembershipChanged':
      return { ...about, ...ofChange(event.data) };
    case 'MembershipEnded':
      return { ...about, kind: ENDINGS[event.data.reason], ...before(event) };
  }
};

/** Another role, or another end alone. */
const ofChange = ({
  role_slug,
  previous_role_slug: was,
  expires_at: end,
}: Extract<MembershipEvent, { type: 'MembershipChanged' }>['data']): Told =>
  was === role_slug
    ? { kind: 'member_end_changed', ...(end === null ? {} : { after: end }) }
    : { kind: 'member_role_changed', ...(was === undefined ? {} : { before: was }), after: role_slug };

const before = ({ data }: Extract<MembershipEvent, { type: 'MembershipEnded' }>) =>
  data.previous_role_slug === undefined ? {} : { before: data.previous_role_slug };

const ofRole = ({ data }: SeenOf<'RoleUpdated'>, facts: Facts): readonly Change[] => {
  const { changes, organization_id, previous_permissions } = data;
  return organization_id === undefined || changes.permissions === undefined
    ? []
    : [
        put(facts, organization_id, {
          kind: 'role_changed',
          subject_kind: 'role',
          subject_id: facts.id,
          before: (previous_permissions ?? []).join(' '),
          after: changes.permissions.join(' '),
        }),
      ];
};

/** Whether a group was shut or opened again. */
const ofShutting = (
  disabled: boolean | undefined,
  subject_kind: string,
  organization_id: string,
  facts: Facts,
): readonly Change[] => {
  if (disabled === undefined) return [];
  const kind = disabled ? 'group_disabled' : 'group_enabled';
  return [put(facts, organization_id, { kind, subject_kind, subject_id: facts.id }, 'disabled')];
};

/** A team that has a project, and what its members are there. */
interface Given {
  readonly team_id: string | null;
  readonly team_role_id: string | null;
}

/** What a role is called: its slug, or the id of one that an organization made. */
const roleCalled = ({ team_role_id }: Given): string =>
  team_role_id === null ? PROJECT_EDITOR.slug : (systemRoleById(team_role_id)?.slug ?? team_role_id);

const sides = (one: string | null, other: string | null) => ({
  ...(one === null ? {} : { before: one }),
  ...(other === null ? {} : { after: other }),
});

/** The role alone where a team keeps the project. */
const ofTeam = (before: Given, after: Given, organization: string, facts: Facts): readonly Change[] => {
  const about = { subject_kind: 'project', subject_id: facts.id };
  if (before.team_id !== after.team_id)
    return [
      put(
        facts,
        organization,
        { ...about, kind: 'team_changed', ...sides(before.team_id, after.team_id) },
        'team',
      ),
    ];
  const [was, is] = [roleCalled(before), roleCalled(after)];
  return after.team_id === null || was === is
    ? []
    : [put(facts, organization, { ...about, kind: 'team_role_changed', before: was, after: is }, 'team')];
};
const NO_TEAM: Given = { team_id: null, team_role_id: null };

const ofProject = ({ data }: SeenOf<'ProjectUpdated'>, facts: Facts): readonly Change[] => {
  const { changes, organization_id, previous } = data;
  if (organization_id === undefined) return [];
  return [
    ...ofShutting(changes.disabled, 'project', organization_id, facts),
    ...(previous === undefined ? [] : ofTeam(previous, { ...previous, ...changes }, organization_id, facts)),
  ];
};

const ACCOUNTS = {
  UserDisabled: 'account_disabled',
  UserEnabled: 'account_enabled',
  UserErased: 'account_erased',
} as const;
const ofAccount = (kind: AccessChangeKind, facts: Facts): readonly Change[] => [
  {
    kind: 'put',
    collection: ACCOUNT_CHANGES,
    document: row(facts, { kind, user_id: facts.id, subject_kind: 'account', subject_id: facts.id }),
  },
];

const project = (event: Seen, facts: Facts): readonly Change[] => {
  switch (event.type) {
    case 'MembershipGranted':
    case 'MembershipChanged':
      return [put(facts, event.data.organization_id, ofMembership(event))];
    // What ended by itself did so when it was over, whenever a timer came to it.
    case 'MembershipEnded':
      return [
        put(
          { ...facts, at: event.data.expires_at ?? facts.at },
          event.data.organization_id,
          ofMembership(event),
        ),
      ];
    case 'UserDisabled':
    case 'UserEnabled':
    case 'UserErased':
      return ofAccount(ACCOUNTS[event.type], facts);
    default:
      return ofGroup(event, facts);
  }
};

const ofGroup = (
  event: Exclude<Seen, MembershipEvent | SeenOf<keyof typeof ACCOUNTS>>,
  facts: Facts,
): readonly Change[] => {
  switch (event.type) {
    case 'RoleUpdated':
      return ofRole(event, facts);
    case 'OrganizationUpdated':
      return ofShutting(event.data.changes.disabled, 'organization', facts.id, facts);
    case 'ProjectCreated':
      return ofTeam(NO_TEAM, event.data, event.data.organization_id, facts);
    case 'ProjectUpdated':
      return ofProject(event, facts);
    default: {
      const [, subject_kind, deleted] = /^(Organization|Team|Project)(Deleted)?/.exec(event.type) ?? [];
      const kind = deleted === undefined ? 'group_restored' : 'group_deleted';
      const subject = { subject_kind: (subject_kind ?? '').toLowerCase(), subject_id: facts.id };
      return [put(facts, event.data.organization_id, { kind, ...subject })];
    }
  }
};

/** `identity.access_changes`: what access reviews tell of memberships, roles, groups and accounts, a document for each change. */
export const accessChangesOfGroups = projection<Seen>({
  name: 'identity.access_changes',
  version: 3,
  collections: [
    {
      name: ACCESS_CHANGES,
      indexes: [
        { kind: 'compound', fields: ['organization_id', 'created_at'] },
        { kind: 'compound', fields: ['organization_id', 'user_id', 'created_at'] },
      ],
    },
    { name: ACCOUNT_CHANGES, indexes: [{ kind: 'compound', fields: ['created_at'] }] },
  ],
  events,
  project,
});
