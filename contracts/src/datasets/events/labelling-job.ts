import { Type } from '@sinclair/typebox';

import { OpenWord, Uuid } from '../../kit/schemas.js';
import { JobError, jobEvents } from '../../work/events.js';

const USER = '018f4d1a-0000-7000-8000-000000000009';

/** The events of work that asks for jobs of post-processors, as all durable work has them. */
export const labellingJobEvents = jobEvents({
  area: 'datasets',
  entity: 'labelling_job',
  noun: 'LabellingJob',
  description: 'A post-processor is to work on items that are there.',
  about: {
    kind: OpenWord(['run_post_processor']),
    dataset_id: Uuid,
    version_id: Uuid,
    post_processor_id: Uuid,
  },
  own: {
    only: OpenWord(['missing']),
    split_id: Type.Optional(Type.String({ description: 'Absent: all items of the version.' })),
  },
  error: JobError,
  examples: {
    requested: {
      id: '018f4d1a-0000-7000-8000-0000000000e1',
      kind: 'run_post_processor',
      dataset_id: '018f4d1a-0000-7000-8000-000000000001',
      version_id: '018f4d1a-0000-7000-8000-000000000002',
      post_processor_id: '018f4d1a-0000-7000-8000-0000000000d2',
      user_id: USER,
      requester: { kind: 'user', user_id: USER },
      name: 'Spam or not',
      only: 'missing',
    },
    progressed: { phase: 'items', done: 500, total: 1000, cursor: { looked_at: 500 } },
    completed: { result: { looked_at: 1000, asked: 900, there_already: 90, nothing_to_read: 10 } },
    failed: {
      code: 'post_processor_not_working',
      message: 'The post-processor was disabled.',
      errors: [],
    },
    cancelled: { result: { looked_at: 500, asked: 450, there_already: 45, nothing_to_read: 5 } },
  },
});

/** The events of `labellingJob-<id>`. */
export const labellingJobStreamEvents = {
  LabellingJobRequested: labellingJobEvents.requested,
  LabellingJobStarted: labellingJobEvents.started,
  LabellingJobProgressed: labellingJobEvents.progressed,
  LabellingJobCompleted: labellingJobEvents.completed,
  LabellingJobFailed: labellingJobEvents.failed,
  LabellingJobCancelRequested: labellingJobEvents.cancelRequested,
  LabellingJobCancelled: labellingJobEvents.cancelled,
} as const;
