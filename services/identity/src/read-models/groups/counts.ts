import { type MembershipEvent, membershipEvents, type ProjectEvent, projectEvents } from '@cairn/contracts';
import { type Change, projection } from '@cairn/kernel';

export const GROUP_COUNTS = 'identity_group_counts';

const counted = (
  id: string,
  by: { readonly members: number } | { readonly projects: number },
): readonly Change[] => [
  { kind: 'increment', collection: GROUP_COUNTS, id, by, defaults: { members: 0, projects: 0 } },
];

/** `identity.group_counts`: the members of each group, and the projects of each organization (law 7). */
export const groupCounts = projection<MembershipEvent | ProjectEvent>({
  name: 'identity.group_counts',
  version: 1,
  collections: [{ name: GROUP_COUNTS, indexes: [] }],
  events: [
    membershipEvents.MembershipGranted,
    membershipEvents.MembershipEnded,
    projectEvents.ProjectCreated,
    projectEvents.ProjectDeleted,
    projectEvents.ProjectRestored,
  ],
  project: (event) => {
    switch (event.type) {
      case 'MembershipGranted':
        return counted(event.data.group_id, { members: 1 });
      case 'MembershipEnded':
        return counted(event.data.group_id, { members: -1 });
      case 'ProjectCreated':
      case 'ProjectRestored':
        return counted(event.data.organization_id, { projects: 1 });
      case 'ProjectDeleted':
        return counted(event.data.organization_id, { projects: -1 });
      default:
        return [];
    }
  },
});
