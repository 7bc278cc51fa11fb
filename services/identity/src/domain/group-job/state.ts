import { type EventOf, groupJobEvents, groupJobOwnCommands } from '@cairn/contracts';
import { jobKind, type KnownJob } from '@cairn/kernel';

/** Which group is to be deleted with its assets. */
export interface GroupDeletion {
  readonly group: { readonly kind: 'organization' | 'project'; readonly id: string };
  readonly organizationId: string;
}
export type KnownGroupJob = KnownJob & GroupDeletion;

type RequestedData = EventOf<typeof groupJobEvents.requested>['data'];

/** `groupJob-<id>`: the deletion of an organization or a project with what is in it. */
export const groupJobs = jobKind({
  category: 'groupJob',
  collection: 'identity_group_jobs',
  events: groupJobEvents,
  commands: groupJobOwnCommands,
  phases: ['assets'],
  stateVersion: 1,
  own: ({
    group_kind: kind,
    group_id: id,
    organization_id: organizationId,
  }: RequestedData): GroupDeletion => ({
    group: { kind, id },
    organizationId,
  }),
});
