import { type DatasetEvent, datasetStreamEvents, type ReaderRecord } from '@cairn/contracts';
import { type Change, foldWords, type Json, projection, type ProjectedEvent } from '@cairn/kernel';
import { beginningAt } from '../../domain/dataset/history-from.js';

export const DATASETS = 'datasets';

type Facts = Omit<ProjectedEvent, 'event'>;
type Fields = Readonly<Record<string, Json | undefined>>;

const project = (event: DatasetEvent, facts: Facts): readonly Change[] =>
  event.type === 'DatasetCreated'
    ? [created(event.data, facts)]
    : [patched(facts, fieldsAfter(event, facts))];

type CreatedData = Extract<DatasetEvent, { type: 'DatasetCreated' }>['data'];

const created = (data: CreatedData, { id, revision, at }: Facts): Change => ({
  kind: 'put',
  collection: DATASETS,
  document: {
    ...data,
    id,
    revision: revision.toString(),
    created_at: at,
    updated_at: at,
    deleted: false,
    logo: null,
    shared_with: sharedWith(data.readers),
    words: foldWords([data.name]),
  },
});

const patched = ({ id, revision, at }: Facts, fields: Fields): Change => ({
  kind: 'patch',
  collection: DATASETS,
  id,
  fields: { ...fields, revision: revision.toString(), updated_at: at },
});

type ChangingEvent = Exclude<DatasetEvent, { type: 'DatasetCreated' }>;

const fieldsAfter = (event: ChangingEvent, { at }: Facts): Fields => {
  switch (event.type) {
    case 'DatasetUpdated':
      return updated(event.data, at);
    case 'DatasetVersionActivated':
      return { active_version_id: event.data.version_id };
    case 'DatasetLogoSet':
      return { logo: event.data };
    case 'DatasetLogoRemoved':
      return { logo: null };
    case 'DatasetDeleted':
      return { deleted: true, deleted_at: at };
    case 'DatasetRestored':
      return { deleted: false, deleted_at: undefined };
    case 'DatasetPurged':
      return { purged: true };
    default:
      return event satisfies never;
  }
};

type UpdatedData = Extract<DatasetEvent, { type: 'DatasetUpdated' }>['data'];

/** A cleared group leaves no field behind. */
const updated = ({ changes, readers }: UpdatedData, at: string): Fields => ({
  ...Object.fromEntries(Object.entries(changes).map(([field, value]) => [field, value ?? undefined])),
  ...(changes.history_from === undefined
    ? {}
    : { history_from: beginningAt(changes.history_from, at) ?? undefined }),
  ...(changes.name === undefined ? {} : { words: foldWords([changes.name]) }),
  ...(readers === undefined ? {} : { readers, shared_with: sharedWith(readers) }),
});

/** Whom shares name: the readers by visibility have no role. */
const sharedWith = (readers: readonly ReaderRecord[]): readonly string[] =>
  readers.filter(({ role }) => role !== undefined).map(({ token }) => token);

/** `datasets.datasets`: a document for each dataset, without its versions. */
export const datasetsProjection = projection<DatasetEvent>({
  name: 'datasets.datasets',
  version: 3,
  collections: [
    {
      name: DATASETS,
      indexes: [
        { kind: 'readers', field: 'readers', then: ['deleted', 'created_at'] },
        { kind: 'readers', field: 'readers', then: ['deleted', 'updated_at'] },
        { kind: 'readers', field: 'readers', then: ['deleted', 'name'] },
        { kind: 'compound', fields: ['user_id', 'deleted', 'created_at'] },
        { kind: 'compound', fields: ['organization_id', 'deleted', 'created_at'] },
        { kind: 'compound', fields: ['project_id', 'deleted', 'created_at'] },
        { kind: 'compound', fields: ['visibility', 'deleted', 'created_at'] },
        { kind: 'compound', fields: ['public', 'deleted', 'created_at'] },
        { kind: 'multikey', field: 'shared_with', then: ['deleted', 'created_at'] },
        { kind: 'compound', fields: ['purged', 'created_at'] },
        { kind: 'words', field: 'words' },
      ],
    },
  ],
  internal: ['revision', 'updated_at', 'readers', 'shared_with', 'words'],
  events: Object.values(datasetStreamEvents),
  project,
});
