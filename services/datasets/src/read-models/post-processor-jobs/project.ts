import {
  postProcessor,
  type PostProcessorEvent,
  type PostProcessorJobEvent,
  postProcessorJobStreamEvents,
  type PostProcessorJobStatus,
  recordEvents,
} from '@cairn/contracts';
import { type Change, type Json, projection, type ProjectedEvent } from '@cairn/kernel';
import { ITEM_JOBS, POST_PROCESSOR_JOBS, POST_PROCESSOR_QUEUES } from './documents.js';

type Facts = Omit<ProjectedEvent, 'event'>;
type Fields = Readonly<Record<string, Json | undefined>>;

const isOfJob = (event: PostProcessorJobEvent | PostProcessorEvent): event is PostProcessorJobEvent =>
  Object.hasOwn(postProcessorJobStreamEvents, event.type);

const project = (event: PostProcessorJobEvent | PostProcessorEvent, facts: Facts): readonly Change[] =>
  isOfJob(event)
    ? [jobChange(event, facts), ...itemChanges(event, facts), ...queueChanges(event)]
    : recordChanges(event, facts);

type ChangingEvent = Exclude<PostProcessorJobEvent, { type: 'PostProcessorJobRequested' }>;

const jobChange = (event: PostProcessorJobEvent, { id, at }: Facts): Change => {
  if (event.type !== 'PostProcessorJobRequested') {
    const fields = { ...fieldsAfter(event, at), updated_at: at };
    return { kind: 'patch', collection: POST_PROCESSOR_JOBS, id, fields };
  }
  const times = { due: at, created_at: at, updated_at: at };
  const document = { ...event.data, id, status: 'pending', open: true, attempts: 0, ...times };
  return { kind: 'put', collection: POST_PROCESSOR_JOBS, document };
};

const noError = { error: undefined, error_code: undefined };

const fieldsAfter = (event: ChangingEvent, at: string): Fields => {
  switch (event.type) {
    case 'PostProcessorJobStarted': {
      const { attempt: attempts, user_id, lease_until: due, worker } = event.data;
      return { status: 'processing', worker, attempts, user_id, due, started_at: at, ...noError };
    }
    case 'PostProcessorJobAnswered': {
      const { result, model_id, model_version_id, inference_id } = event.data;
      return { result, model_id, model_version_id, inference_id };
    }
    case 'PostProcessorJobDeferred': {
      const { code: error_code, message: error, due } = event.data;
      return { status: 'pending', due, error, error_code };
    }
    case 'PostProcessorJobCompleted': {
      const { outcome, applied, left } = event.data;
      return { status: 'completed', open: false, completed_at: at, outcome, applied, left };
    }
    case 'PostProcessorJobFailed': {
      const { code: error_code, message: error } = event.data;
      return { status: 'failed', open: false, completed_at: at, error, error_code };
    }
    case 'PostProcessorJobRetried': {
      const { max_attempts } = event.data;
      return { status: 'pending', open: true, due: at, max_attempts, completed_at: undefined, ...noError };
    }
    default:
      return event satisfies never;
  }
};

/** What a job was, where it was there, and what it is. */
const movedBy = (event: PostProcessorJobEvent): readonly (PostProcessorJobStatus | undefined)[] => {
  switch (event.type) {
    case 'PostProcessorJobRequested':
      return [undefined, 'pending'];
    case 'PostProcessorJobStarted':
      return [event.data.was, 'processing'];
    case 'PostProcessorJobAnswered':
      return [];
    case 'PostProcessorJobDeferred':
      return ['processing', 'pending'];
    case 'PostProcessorJobCompleted':
      return ['processing', 'completed'];
    case 'PostProcessorJobFailed':
      return [event.data.was, 'failed'];
    case 'PostProcessorJobRetried':
      return ['failed', 'pending'];
    default:
      return event satisfies never;
  }
};

const itemChanges = (event: PostProcessorJobEvent, { at }: Facts): readonly Change[] => {
  const [before, after] = movedBy(event);
  if (after === undefined || before === after) return [];
  const { item_id: id, version_id } = event.data;
  const by = { ...(before === undefined ? {} : { [before]: -1 }), [after]: 1 };
  const error = event.type === 'PostProcessorJobFailed' ? { last_error: event.data.message } : {};
  return [
    { kind: 'increment', collection: ITEM_JOBS, id, by, defaults: { version_id, created_at: at } },
    { kind: 'patch', collection: ITEM_JOBS, id, fields: { updated_at: at, ...error } },
  ];
};

const queueChanges = (event: PostProcessorJobEvent): readonly Change[] => {
  const by = openedBy(event);
  return by === undefined
    ? []
    : [{ kind: 'increment', collection: POST_PROCESSOR_QUEUES, id: event.data.post_processor_id, by }];
};

const openedBy = ({ type }: PostProcessorJobEvent): Readonly<Record<string, number>> | undefined => {
  switch (type) {
    case 'PostProcessorJobRequested':
      return { open: 1 };
    case 'PostProcessorJobCompleted':
      return { open: -1 };
    case 'PostProcessorJobFailed':
      return { open: -1, failed: 1 };
    case 'PostProcessorJobRetried':
      return { open: 1, failed: -1 };
    default:
      return undefined;
  }
};

const recordChanges = (event: PostProcessorEvent, { id }: Facts): readonly Change[] => {
  if (event.type === 'DatasetPostProcessorCreated') {
    const { dataset_id, user_id, enabled } = event.data;
    const document = { id, dataset_id, user_id, enabled, deleted: false, open: 0, failed: 0 };
    return [{ kind: 'put', collection: POST_PROCESSOR_QUEUES, document }];
  }
  if (event.type === 'DatasetPostProcessorPurged')
    return [{ kind: 'remove', collection: POST_PROCESSOR_QUEUES, id }];
  const fields = queueFields(event);
  return Object.keys(fields).length === 0
    ? []
    : [{ kind: 'patch', collection: POST_PROCESSOR_QUEUES, id, fields }];
};

const queueFields = (event: PostProcessorEvent): Fields => {
  switch (event.type) {
    case 'DatasetPostProcessorUpdated': {
      const { enabled, user_id } = event.data.changes;
      return {
        ...(enabled === undefined ? {} : { enabled }),
        ...(user_id === undefined ? {} : { user_id }),
      };
    }
    case 'DatasetPostProcessorStopped':
      return { enabled: false };
    case 'DatasetPostProcessorDeleted':
      return { deleted: true };
    case 'DatasetPostProcessorRestored':
      return { deleted: false };
    default:
      return {};
  }
};

/** `datasets.postProcessorJobs`: a document for each job, and what they count up to for items and post-processors. */
export const postProcessorJobsProjection = projection<PostProcessorJobEvent | PostProcessorEvent>({
  name: 'datasets.postProcessorJobs',
  version: 1,
  collections: [
    {
      name: POST_PROCESSOR_JOBS,
      indexes: [
        ...(['dataset_id', 'item_id', 'post_processor_id'] as const).flatMap((field) =>
          (['created_at', 'updated_at'] as const).map((order) => ({
            kind: 'compound' as const,
            fields: [field, order] as const,
          })),
        ),
        { kind: 'compound', fields: ['dataset_id', 'status', 'created_at'] },
        { kind: 'compound', fields: ['post_processor_id', 'open', 'due'] },
        { kind: 'compound', fields: ['post_processor_id', 'open', 'updated_at'] },
        { kind: 'compound', fields: ['post_processor_id', 'open', 'created_at'] },
        { kind: 'compound', fields: ['version_id', 'created_at'] },
        { kind: 'compound', fields: ['status', 'due'] },
      ],
    },
    {
      name: POST_PROCESSOR_QUEUES,
      indexes: [
        { kind: 'compound', fields: ['deleted', 'enabled', 'open'] },
        { kind: 'compound', fields: ['dataset_id', 'open'] },
      ],
    },
    { name: ITEM_JOBS, indexes: [{ kind: 'compound', fields: ['version_id', 'created_at'] }] },
  ],
  events: [...Object.values(postProcessorJobStreamEvents), ...Object.values(recordEvents(postProcessor))],
  project,
});
