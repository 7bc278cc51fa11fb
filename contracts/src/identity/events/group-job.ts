import { OneOf, Uuid } from '../../kit/schemas.js';
import { JobError, jobEvents } from '../../work/events.js';

const GROUP = '018f4d1a-0000-7000-8000-000000000031';
const USER = '018f4d1a-0000-7000-8000-000000000009';

/** The events of the work that deletes a group with its assets, by what they do, as all durable work has them. */
export const groupJobEvents = jobEvents({
  area: 'identity',
  entity: 'group_job',
  noun: 'GroupJob',
  description: 'Somebody asked for a group to be deleted with the assets in it.',
  about: {
    kind: OneOf(['delete_group']),
    group_kind: OneOf(['organization', 'project']),
    group_id: Uuid,
    organization_id: Uuid,
  },
  own: {},
  error: JobError,
  examples: {
    requested: {
      id: '018f4d1a-0000-7000-8000-000000000008',
      kind: 'delete_group',
      group_kind: 'organization',
      group_id: GROUP,
      organization_id: GROUP,
      user_id: USER,
      requester: { kind: 'user', user_id: USER },
      name: 'Firm',
    },
    progressed: { phase: 'assets', done: 12 },
    completed: { result: { deleted: 12, kept: 1 } },
    failed: { code: 'forbidden', message: 'You may see this, but you may not do that.', errors: [] },
    cancelled: { result: { deleted: 7, kept: 0 } },
  },
});

/** The events of `groupJob-<id>`. */
export const groupJobStreamEvents = {
  GroupJobRequested: groupJobEvents.requested,
  GroupJobStarted: groupJobEvents.started,
  GroupJobProgressed: groupJobEvents.progressed,
  GroupJobCompleted: groupJobEvents.completed,
  GroupJobFailed: groupJobEvents.failed,
  GroupJobCancelRequested: groupJobEvents.cancelRequested,
  GroupJobCancelled: groupJobEvents.cancelled,
} as const;
