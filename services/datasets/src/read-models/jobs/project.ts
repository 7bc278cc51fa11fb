import { type DatasetJobEvent, datasetJobStreamEvents } from '@cairn/contracts';
import { type Change, type Json, projection, type ProjectedEvent } from '@cairn/kernel';

export const JOBS = 'dataset_jobs';

type Facts = Omit<ProjectedEvent, 'event'>;
type Fields = Readonly<Record<string, Json | undefined>>;

const project = (event: DatasetJobEvent, facts: Facts): readonly Change[] =>
  event.type === 'DatasetJobRequested'
    ? [requested(event.data, facts)]
    : [
        {
          kind: 'patch',
          collection: JOBS,
          id: facts.id,
          fields: { ...fieldsAfter(event, facts), revision: facts.revision.toString(), updated_at: facts.at },
        },
      ];

type RequestedData = Extract<DatasetJobEvent, { type: 'DatasetJobRequested' }>['data'];

const requested = (data: RequestedData, { id, at, revision }: Facts): Change => ({
  kind: 'put',
  collection: JOBS,
  document: {
    ...data,
    id,
    status: 'queued',
    lease_until: '',
    started_at: '',
    completed_at: '',
    revision: revision.toString(),
    created_at: at,
    updated_at: at,
  },
});

const fieldsAfter = (
  event: Exclude<DatasetJobEvent, { type: 'DatasetJobRequested' }>,
  { at }: Facts,
): Fields => {
  switch (event.type) {
    case 'DatasetJobStarted': {
      const { lease_until, worker, attempt } = event.data;
      return { status: 'running', lease_until, worker, ...(attempt === 1 ? { started_at: at } : {}) };
    }
    case 'DatasetJobProgressed': {
      const { phase, done, total, lease_until } = event.data;
      return { lease_until, progress: { phase, done, ...(total === undefined ? {} : { total }) } };
    }
    case 'DatasetJobCompleted':
      return { status: 'completed', completed_at: at, result: event.data.result as Json };
    case 'DatasetJobFailed': {
      const { code, message, errors } = event.data;
      return { status: 'failed', completed_at: at, error_code: code, message, errors };
    }
    default:
      return event satisfies never;
  }
};

/** `datasets.jobs`: a document for each import and duplicate. */
export const jobsProjection = projection<DatasetJobEvent>({
  name: 'datasets.jobs',
  version: 1,
  collections: [
    {
      name: JOBS,
      indexes: [
        { kind: 'compound', fields: ['status', 'lease_until'] },
        { kind: 'compound', fields: ['version_id', 'status', 'created_at'] },
      ],
    },
  ],
  events: Object.values(datasetJobStreamEvents),
  project,
});
