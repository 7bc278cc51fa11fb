import { Type } from '@sinclair/typebox';
import { event, type EventOf, Internal } from '../../kit/event.js';
import { OneOf, Time, Uuid } from '../../kit/schemas.js';
import { LeftAnswers } from '../post-processor-job.js';

const DATASET = '018f4d1a-0000-7000-8000-000000000001';
const VERSION = '018f4d1a-0000-7000-8000-000000000002';
const ITEM = '018f4d1a-0000-7000-8000-000000000006';
const USER = '018f4d1a-0000-7000-8000-000000000009';
const MODEL = '018f4d1a-0000-7000-8000-0000000000b1';
const MODEL_VERSION = '018f4d1a-0000-7000-8000-0000000000b2';
const INFERENCE = '018f4d1a-0000-7000-8000-0000000000c1';
const JOB = '018f4d1a-0000-7000-8000-0000000000d1';
const POST_PROCESSOR = '018f4d1a-0000-7000-8000-0000000000d2';

/** The counts of an item's jobs follow from it, so that nobody reads for them. */
const Was = Internal(OneOf(['pending', 'processing'], { description: 'What the job was until then.' }));
/** Of what it was asked about: its job is another one's. */
const inVersion = { version_id: Uuid, item_id: Uuid, post_processor_id: Uuid };
const example = { version_id: VERSION, item_id: ITEM, post_processor_id: POST_PROCESSOR };

const PostProcessorJobRequested = event({
  name: 'PostProcessorJobRequested',
  storedType: 'datasets.post_processor_job.requested.v1',
  description: 'A post-processor is to work on an item, as the item is at a revision.',
  schema: Type.Object({
    id: Uuid,
    dataset_id: Uuid,
    ...inVersion,
    content: Type.String({
      description: 'The revision of the item’s text or file that it is about, decimal.',
    }),
    run_id: Type.String({ description: 'The run that asked for it; empty: the item came or changed.' }),
    user_id: Type.String({ description: 'Who saved the post-processor: it works with their rights.' }),
    max_attempts: Type.Integer({ minimum: 1 }),
  }),
  example: {
    ...{ id: JOB, dataset_id: DATASET, ...example },
    ...{ content: '0', run_id: '', user_id: USER, max_attempts: 3 },
  },
});

const PostProcessorJobStarted = event({
  name: 'PostProcessorJobStarted',
  storedType: 'datasets.post_processor_job.started.v1',
  description: 'A worker has the job until a time; its revision is the fence of what that worker says.',
  schema: Type.Object({
    ...inVersion,
    attempt: Type.Integer({ minimum: 1 }),
    user_id: Type.String(),
    worker: Internal(Type.String()),
    lease_until: Internal(Time),
    was: Was,
  }),
  example: {
    ...{ ...example, attempt: 1, user_id: USER, worker: 'a' },
    ...{ lease_until: '2026-02-01T12:05:00.000Z', was: 'pending' },
  },
});

const PostProcessorJobAnswered = event({
  name: 'PostProcessorJobAnswered',
  storedType: 'datasets.post_processor_job.answered.v1',
  description: 'The model has answered. Nothing of the answer is written on the item yet.',
  schema: Type.Object({
    ...inVersion,
    result: Type.String({
      description: 'JSON: an array of `{prediction, confidence, type, value}`, the most likely first.',
    }),
    cut: Type.Integer({ minimum: 0, description: 'How many answers did not fit.' }),
    read: OneOf(['text', 'file'], { description: 'What of the item the model was asked about.' }),
    model_id: Uuid,
    model_version_id: Uuid,
    inference_id: Uuid,
  }),
  example: {
    ...example,
    result: '[{"prediction":"spam","confidence":0.93,"type":"classification","value":{}}]',
    ...{ cut: 0, read: 'text', model_id: MODEL, model_version_id: MODEL_VERSION, inference_id: INFERENCE },
  },
});

const PostProcessorJobDeferred = event({
  name: 'PostProcessorJobDeferred',
  storedType: 'datasets.post_processor_job.deferred.v1',
  description: 'The job waits and is tried again.',
  schema: Type.Object({
    ...inVersion,
    code: Type.String(),
    message: Type.String(),
    due: Type.String({ format: 'date-time', description: 'Not before.' }),
    counts: Type.Boolean({ description: 'Whether an attempt was used up.' }),
  }),
  example: {
    ...{ ...example, code: 'model_busy', message: 'The model has no free place.' },
    ...{ due: '2026-02-01T12:00:05.000Z', counts: false },
  },
});

const PostProcessorJobCompleted = event({
  name: 'PostProcessorJobCompleted',
  storedType: 'datasets.post_processor_job.completed.v1',
  description: 'The answer is written on the item as far as it can be.',
  schema: Type.Object({
    ...inVersion,
    outcome: Type.String({
      description:
        '`applied`, `in_part`, `nothing`, `kept_theirs`, `overtaken`, or a word that is added later.',
    }),
    applied: Type.Integer({ minimum: 0, description: 'How many annotations it added.' }),
    left: Type.Array(LeftAnswers),
  }),
  example: { ...example, outcome: 'applied', applied: 1, left: [] },
});

const PostProcessorJobFailed = event({
  name: 'PostProcessorJobFailed',
  storedType: 'datasets.post_processor_job.failed.v1',
  description: 'The job failed. It can be retried.',
  schema: Type.Object({ ...inVersion, code: Type.String(), message: Type.String(), was: Was }),
  example: {
    ...{ ...example, code: 'model_failed', message: 'The text has no words.', was: 'processing' },
  },
});

const PostProcessorJobRetried = event({
  name: 'PostProcessorJobRetried',
  storedType: 'datasets.post_processor_job.retried.v1',
  description: 'A failed job waits again.',
  schema: Type.Object({
    ...inVersion,
    max_attempts: Type.Integer({ minimum: 1 }),
    user_id: Type.String({ description: 'Who retried it.' }),
  }),
  example: { ...example, max_attempts: 6, user_id: USER },
});

/** The events of `postProcessorJob-<id>`. */
export const postProcessorJobStreamEvents = {
  PostProcessorJobRequested,
  PostProcessorJobStarted,
  PostProcessorJobAnswered,
  PostProcessorJobDeferred,
  PostProcessorJobCompleted,
  PostProcessorJobFailed,
  PostProcessorJobRetried,
} as const;
export type PostProcessorJobEvent = EventOf<
  (typeof postProcessorJobStreamEvents)[keyof typeof postProcessorJobStreamEvents]
>;
