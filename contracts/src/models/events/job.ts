import { Type } from '@sinclair/typebox';
import { OneOf, Time, Uuid } from '../../kit/schemas.js';
import { JobError, jobEvents } from '../../work/events.js';

const VERSION = '018f4d1a-0000-7000-8000-0000000000b2';
const USER = '018f4d1a-0000-7000-8000-000000000009';

/** The events of replays by what they do, as all durable work has them. */
export const modelJobEvents = jobEvents({
  area: 'models',
  entity: 'job',
  noun: 'ModelJob',
  description:
    'Somebody asked to run a version on the inputs of another. What differs is told sealed, under the keys of the inferences.',
  about: { kind: OneOf(['replay']), model_id: Uuid, version_id: Uuid },
  own: {
    of_version_id: Uuid,
    from: Type.Optional(Time),
    to: Type.Optional(Time),
    limit: Type.Integer({ minimum: 1 }),
  },
  error: JobError,
  examples: {
    requested: {
      id: '018f4d1a-0000-7000-8000-000000000008',
      kind: 'replay',
      model_id: '018f4d1a-0000-7000-8000-0000000000b1',
      version_id: VERSION,
      of_version_id: '018f4d1a-0000-7000-8000-0000000000b3',
      limit: 1000,
      user_id: USER,
      requester: { kind: 'user', user_id: USER },
      name: '',
    },
    progressed: { phase: 'inputs', done: 480, total: 1000 },
    completed: { result: { compared: 950, agreed: 931 } },
    failed: { code: 'model_not_runnable', message: 'The model has ended its workers.', errors: [] },
    cancelled: { result: { compared: 480, agreed: 470 } },
  },
});

/** The events of `modelJob-<id>`. */
export const modelJobStreamEvents = {
  ModelJobRequested: modelJobEvents.requested,
  ModelJobStarted: modelJobEvents.started,
  ModelJobProgressed: modelJobEvents.progressed,
  ModelJobCompleted: modelJobEvents.completed,
  ModelJobFailed: modelJobEvents.failed,
  ModelJobCancelRequested: modelJobEvents.cancelRequested,
  ModelJobCancelled: modelJobEvents.cancelled,
} as const;
