import type { ErrorDefinition } from './definition.js';

/** History, time travel, durable work, and what can be wrong on this side. */
export const platformErrors = {
  in_past: {
    status: 422,
    title: 'Time is over',
    text: 'The time lies in the past.',
    when: '`expires_at` of a share or a membership is not later than now.',
  },
  in_future: {
    status: 422,
    title: 'In the future',
    text: 'The time or revision asked for has not come yet.',
    when: '`as_of` or `history_from` is later than now, or `revision` is greater than the last one.',
  },
  not_revertible: {
    status: 409,
    title: 'Not revertible',
    text: 'That change cannot be undone.',
    when: '`revert` names an event that later ones depend on, that would bring back what does not fit any more (a deleted split, say), or the one that created the asset. `errors[]` names each field that was changed again since, by a `pointer` as `history` has it, with the `revision` of the last event that did: undo that one first. Keys of `attributes` are fields by themselves.',
  },
  not_deleted: {
    status: 409,
    title: 'Not deleted',
    text: 'The asset is not deleted.',
    when: '`restore` of what is there.',
  },
  purged: {
    status: 409,
    title: 'Purged',
    text: 'The asset was removed for good.',
    when: '`restore` later than 30 days after the deletion.',
  },
  job_not_found: {
    status: 404,
    title: 'Job not found',
    text: 'There is no such job.',
    when: 'The job does not exist, or its dataset is one that the caller may not see.',
  },
  job_finished: {
    status: 409,
    title: 'Job finished',
    text: 'The job is over.',
    when: '`cancel` of a job that is completed or failed.',
  },
  job_cancelled: {
    status: 409,
    title: 'Job cancelled',
    text: 'The work was cancelled before it was done.',
    when: 'Somebody cancelled the import or the copy while its request waited for it. What had landed stays; the job tells it.',
  },
  requester_unavailable: {
    status: 403,
    title: 'Requester unavailable',
    text: 'Who asked for the work may not ask any more.',
    when: 'While durable work went on, the account that asked for it was disabled or erased, or the API key that it was asked with was disabled, deleted or ended. What had landed stays.',
  },
  rebuild_running: {
    status: 409,
    title: 'Rebuild running',
    text: 'The projection is being rebuilt.',
    when: 'A second `rebuild` or `replay` while one is at work.',
  },
  internal: {
    status: 500,
    title: 'Internal error',
    text: 'Something went wrong on this side.',
    when: 'A fault of the service. The `request_id` finds it in the logs.',
  },
  service_unavailable: {
    status: 503,
    title: 'Service unavailable',
    text: 'The service cannot answer right now.',
    when: 'A part of the service is starting, stopping or not reachable. Try again after `Retry-After`.',
  },
  overloaded: {
    status: 503,
    title: 'Too busy',
    text: 'The service has more to do than it can. Nothing was done of this request.',
    when: 'As many requests as may be are being answered. Try again after `Retry-After`.',
  },
  projection_lag: {
    status: 503,
    title: 'Read model behind',
    text: 'The read model has not caught up.',
    when: 'The read models did not come to `X-Min-Revision`, `X-Min-Position` or the event asked for within 2 seconds.',
  },
  log_unavailable: {
    status: 503,
    title: 'Event log unavailable',
    text: 'Nothing can be written right now.',
    when: 'The event log does not take appends. While it can be read, reads go on; try again after `Retry-After`.',
  },
  access_unproven: {
    status: 503,
    title: 'Rights cannot be proven',
    text: 'The rights of the caller cannot be checked right now.',
    when: 'The gateway cannot prove that it knows the latest rights, so it grants none.',
  },
  storage_full: {
    status: 507,
    title: 'Storage full',
    text: 'There is no room left for this.',
    when: 'The disk is full, or so full that uploads, imports and copies have to wait while all else goes on. Nothing was stored; try again after `Retry-After`.',
  },
  quota_reached: {
    status: 507,
    title: 'Quota reached',
    text: 'The account has no room left for this.',
    when: 'The account of the dataset’s owner would hold more datasets, items or bytes than an account may; `errors[].code` says which, `GET /api/v1/me/usage` what is used. What is deleted counts until it is purged, 30 days later. Nothing was stored; of an import or a copy, what had landed stays.',
  },
} as const satisfies Record<string, ErrorDefinition>;
