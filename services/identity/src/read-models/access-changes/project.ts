import {
  type AccessChangeKind,
  type MembershipEvent,
  membershipEvents,
  type OrganizationEvent,
  organizationEvents,
  type ProjectEvent,
  projectEvents,
  type RoleEvent,
  roleEvents,
  type TeamEvent,
  teamEvents,
} from '@cairn/contracts';
import { type Change, type Json, projection, type ProjectedEvent } from '@cairn/kernel';

export const ACCESS_CHANGES = 'identity_access_changes';

const { OrganizationDeleted, OrganizationRestored } = organizationEvents;
const { TeamDeleted, TeamRestored } = teamEvents;
const { ProjectDeleted, ProjectRestored } = projectEvents;
const { RoleUpdated } = roleEvents;

type Seen =
  | MembershipEvent
  | Extract<RoleEvent, { type: 'RoleUpdated' }>
  | Extract<OrganizationEvent, { type: 'OrganizationDeleted' | 'OrganizationRestored' }>
  | Extract<TeamEvent, { type: 'TeamDeleted' | 'TeamRestored' }>
  | Extract<ProjectEvent, { type: 'ProjectDeleted' | 'ProjectRestored' }>;
type Facts = Omit<ProjectedEvent, 'event'>;
type Told = Readonly<Record<string, Json>> & { readonly kind: AccessChangeKind };

const put = ({ eventId: id, at, actor }: Facts, organization_id: string, told: Told): readonly Change[] => [
  {
    kind: 'put',
    collection: ACCESS_CHANGES,
    document: { ...told, id, organization_id, created_at: at, by_kind: actor.kind, by_id: actor.id },
  },
];

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
      return { ...about, kind: 'member_role_changed', ...before(event), after: event.data.role_slug };
    case 'MembershipEnded':
      return { ...about, kind: ENDINGS[event.data.reason], ...before(event) };
  }
};

const before = ({ data }: Exclude<MembershipEvent, { type: 'MembershipGranted' }>) =>
  data.previous_role_slug === undefined ? {} : { before: data.previous_role_slug };

const ofRole = ({ data }: Extract<Seen, { type: 'RoleUpdated' }>, facts: Facts): readonly Change[] => {
  const { changes, organization_id, previous_permissions } = data;
  return organization_id === undefined || changes.permissions === undefined
    ? []
    : put(facts, organization_id, {
        kind: 'role_changed',
        subject_kind: 'role',
        subject_id: facts.id,
        before: (previous_permissions ?? []).join(' '),
        after: changes.permissions.join(' '),
      });
};

const project = (event: Seen, facts: Facts): readonly Change[] => {
  switch (event.type) {
    case 'MembershipGranted':
    case 'MembershipChanged':
    case 'MembershipEnded':
      return put(facts, event.data.organization_id, ofMembership(event));
    case 'RoleUpdated':
      return ofRole(event, facts);
    default: {
      const [, subject_kind, deleted] = /^(Organization|Team|Project)(Deleted)?/.exec(event.type) ?? [];
      return put(facts, event.data.organization_id, {
        kind: deleted === undefined ? 'group_restored' : 'group_deleted',
        subject_kind: (subject_kind ?? '').toLowerCase(),
        subject_id: facts.id,
      });
    }
  }
};

/** `identity.access_changes`: what access reviews tell of memberships, roles and groups, a document for each event. */
export const accessChangesOfGroups = projection<Seen>({
  name: 'identity.access_changes',
  version: 1,
  collections: [
    { name: ACCESS_CHANGES, indexes: [{ kind: 'compound', fields: ['organization_id', 'created_at'] }] },
  ],
  events: [
    ...Object.values(membershipEvents),
    RoleUpdated,
    ...[
      OrganizationDeleted,
      OrganizationRestored,
      TeamDeleted,
      TeamRestored,
      ProjectDeleted,
      ProjectRestored,
    ],
  ],
  project,
});
