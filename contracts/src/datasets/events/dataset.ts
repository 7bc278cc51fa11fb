import { Type } from '@sinclair/typebox';
import { event, type EventOf } from '../../kit/event.js';
import { Nullable, OneOf, Time, Uuid } from '../../kit/schemas.js';
import { HistoryFrom, visibilities } from '../dataset.js';
import { FileRecord, ReaderRecord } from './shapes.js';

const DATASET = '018f4d1a-0000-7000-8000-000000000001';
const VERSION = '018f4d1a-0000-7000-8000-000000000002';
const USER = '018f4d1a-0000-7000-8000-000000000009';

const set = {
  name: Type.String(),
  description: Type.String(),
  notes: Type.String(),
  public: Type.Boolean(),
  visibility: OneOf(visibilities),
  multi_label: Type.Boolean(),
  default_splits: Type.Boolean(),
  content_type: Type.String(),
};

export const DatasetCreated = event({
  name: 'DatasetCreated',
  storedType: 'datasets.dataset.created.v1',
  description: 'A dataset was made; its first version was made just before.',
  schema: Type.Object({
    id: Uuid,
    user_id: Type.String(),
    ...set,
    organization_id: Type.Optional(Type.String()),
    project_id: Type.Optional(Type.String()),
    active_version_id: Uuid,
    readers: Type.Array(ReaderRecord),
  }),
  example: {
    id: DATASET,
    user_id: USER,
    name: 'mails',
    description: '',
    notes: '',
    public: false,
    visibility: 'private',
    multi_label: true,
    default_splits: true,
    content_type: 'text',
    active_version_id: VERSION,
    readers: [{ token: `user:${USER}` }],
  },
});

export const DatasetUpdated = event({
  name: 'DatasetUpdated',
  storedType: 'datasets.dataset.updated.v1',
  description:
    'Fields of a dataset were set; null clears one. `readers` is there when they follow from it. `history_from` is ' +
    'where the history begins that those may read who may only read the dataset; `now` is the time of this event.',
  schema: Type.Object({
    changes: Type.Partial(
      Type.Object({
        ...set,
        organization_id: Nullable(Type.String()),
        project_id: Nullable(Type.String()),
        history_from: HistoryFrom,
      }),
    ),
    readers: Type.Optional(Type.Array(ReaderRecord)),
  }),
  example: {
    changes: { public: true, visibility: 'public' },
    readers: [{ token: `user:${USER}` }, { token: 'public' }],
  },
});

export const DatasetVersionActivated = event({
  name: 'DatasetVersionActivated',
  storedType: 'datasets.dataset.versionActivated.v1',
  description: 'Another version became the active one.',
  schema: Type.Object({ version_id: Uuid, previous: Type.String() }),
  example: { version_id: '018f4d1a-0000-7000-8000-000000000003', previous: VERSION },
});

export const DatasetLogoSet = event({
  name: 'DatasetLogoSet',
  storedType: 'datasets.dataset.logoSet.v1',
  description: 'A dataset got a logo.',
  schema: FileRecord,
  example: { sha256: 'a'.repeat(64), size: 4096, content_type: 'image/png', file_name: 'logo.png' },
});

export const DatasetLogoRemoved = event({
  name: 'DatasetLogoRemoved',
  storedType: 'datasets.dataset.logoRemoved.v1',
  description: 'The logo of a dataset was taken away.',
  schema: Type.Object({}),
  example: {},
});

export const DatasetDeleted = event({
  name: 'DatasetDeleted',
  storedType: 'datasets.dataset.deleted.v1',
  description: 'A dataset was deleted with everything in it; it can be restored until it is purged.',
  schema: Type.Object({ purge_at: Time }),
  example: { purge_at: '2026-03-03T12:00:00.000Z' },
});

export const DatasetRestored = event({
  name: 'DatasetRestored',
  storedType: 'datasets.dataset.restored.v1',
  description: 'The deletion of a dataset was undone.',
  schema: Type.Object({}),
  example: {},
});

export const DatasetPurged = event({
  name: 'DatasetPurged',
  storedType: 'datasets.dataset.purged.v1',
  description: 'A deleted dataset can no longer be restored.',
  schema: Type.Object({}),
  example: {},
});

/** The events of `dataset-<id>`. */
export const datasetStreamEvents = {
  DatasetCreated,
  DatasetUpdated,
  DatasetVersionActivated,
  DatasetLogoSet,
  DatasetLogoRemoved,
  DatasetDeleted,
  DatasetRestored,
  DatasetPurged,
} as const;
export type DatasetEvent = EventOf<(typeof datasetStreamEvents)[keyof typeof datasetStreamEvents]>;
