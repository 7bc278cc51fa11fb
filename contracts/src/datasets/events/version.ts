import { Type } from '@sinclair/typebox';
import { event, type EventOf } from '../../kit/event.js';
import { Time, Uuid } from '../../kit/schemas.js';
import { LabelRecord, LabelRecordChanges, SplitRecord } from './shapes.js';

const VERSION = '018f4d1a-0000-7000-8000-000000000002';
const SPLIT = '018f4d1a-0000-7000-8000-000000000004';
const LABEL = '018f4d1a-0000-7000-8000-000000000005';
const USER = '018f4d1a-0000-7000-8000-000000000009';
const DefaultSplit = Type.String({ description: 'The default split from now on, or empty.' });

const spam = {
  id: LABEL,
  name: 'spam',
  description: '',
  color: '#e6194b',
  number: 0,
  type: 'any',
  user_id: USER,
  auto_created: false,
} as const;
const train = { id: SPLIT, name: 'train', description: '', user_id: USER };

const DatasetVersionCreated = event({
  name: 'DatasetVersionCreated',
  storedType: 'datasets.version.created.v1',
  description: 'A version was made with its labels and splits. One that is not complete is not seen yet.',
  schema: Type.Object({
    id: Uuid,
    dataset_id: Uuid,
    user_id: Type.String(),
    name: Type.String(),
    description: Type.String(),
    config: Type.String(),
    labels: Type.Array(LabelRecord),
    splits: Type.Array(SplitRecord),
    default_split: Type.String(),
    complete: Type.Boolean(),
    origin: Type.Optional(
      Type.Object(
        { version_id: Uuid, position: Type.Optional(Type.String()) },
        {
          description: 'The version that this one was duplicated from.',
        },
      ),
    ),
  }),
  example: {
    id: VERSION,
    dataset_id: '018f4d1a-0000-7000-8000-000000000001',
    user_id: USER,
    name: '1',
    description: '',
    config: '',
    labels: [spam],
    splits: [train],
    default_split: SPLIT,
    complete: true,
  },
});

const DatasetVersionCompleted = event({
  name: 'DatasetVersionCompleted',
  storedType: 'datasets.version.completed.v1',
  description: 'A duplicate has all of its items and is seen from now on.',
  schema: Type.Object({}),
  example: {},
});

const DatasetVersionUpdated = event({
  name: 'DatasetVersionUpdated',
  storedType: 'datasets.version.updated.v1',
  description: 'Fields of a version were set.',
  schema: Type.Object({
    changes: Type.Partial(
      Type.Object({
        name: Type.String(),
        description: Type.String(),
        config: Type.String(),
        default_split: Type.String(),
      }),
    ),
  }),
  example: { changes: { name: 'cleaned' } },
});

const DatasetVersionDeleted = event({
  name: 'DatasetVersionDeleted',
  storedType: 'datasets.version.deleted.v1',
  description:
    'A version was deleted with its labels, splits and items; it can be restored until it is purged.',
  schema: Type.Object({ purge_at: Type.Optional(Time) }),
  example: { purge_at: '2026-03-03T12:00:00.000Z' },
});

const DatasetVersionRestored = event({
  name: 'DatasetVersionRestored',
  storedType: 'datasets.version.restored.v1',
  description: 'The deletion of a version was undone.',
  schema: Type.Object({}),
  example: {},
});

const DatasetVersionPurged = event({
  name: 'DatasetVersionPurged',
  storedType: 'datasets.version.purged.v1',
  description: 'A deleted version can no longer be restored.',
  schema: Type.Object({}),
  example: {},
});

const SplitCreated = event({
  name: 'SplitCreated',
  storedType: 'datasets.split.created.v1',
  description: 'A split was added to a version.',
  schema: SplitRecord,
  example: train,
});

const SplitUpdated = event({
  name: 'SplitUpdated',
  storedType: 'datasets.split.updated.v1',
  description: 'Fields of a split were set.',
  schema: Type.Object({
    id: Uuid,
    changes: Type.Partial(Type.Object({ name: Type.String(), description: Type.String() })),
  }),
  example: { id: SPLIT, changes: { name: 'training' } },
});

const SplitDeleted = event({
  name: 'SplitDeleted',
  storedType: 'datasets.split.deleted.v1',
  description: 'A split was deleted; its items stay in the version.',
  schema: Type.Object({ id: Uuid, default_split: DefaultSplit }),
  example: { id: SPLIT, default_split: '' },
});

const SplitRestored = event({
  name: 'SplitRestored',
  storedType: 'datasets.split.restored.v1',
  description: 'The deletion of a split was undone; the items it had then are in it again.',
  schema: Type.Object({ id: Uuid, default_split: DefaultSplit }),
  example: { id: SPLIT, default_split: SPLIT },
});

const LabelsCreated = event({
  name: 'LabelsCreated',
  storedType: 'datasets.label.created.v1',
  description: 'Labels were added to a version, by a person or by an import.',
  schema: Type.Object({ labels: Type.Array(LabelRecord, { minItems: 1 }) }),
  example: { labels: [spam] },
});

const LabelUpdated = event({
  name: 'LabelUpdated',
  storedType: 'datasets.label.updated.v1',
  description:
    'Fields of a label were set; null clears one. Annotations name labels by id and are not touched.',
  schema: Type.Object({ id: Uuid, changes: LabelRecordChanges }),
  example: { id: LABEL, changes: { name: 'junk' } },
});

const LabelDeleted = event({
  name: 'LabelDeleted',
  storedType: 'datasets.label.deleted.v1',
  description: 'A label was deleted; its annotations are hidden.',
  schema: Type.Object({ id: Uuid }),
  example: { id: LABEL },
});

const LabelRestored = event({
  name: 'LabelRestored',
  storedType: 'datasets.label.restored.v1',
  description: 'The deletion of a label was undone; its annotations are seen again.',
  schema: Type.Object({ id: Uuid }),
  example: { id: LABEL },
});

/** The events of `datasetVersion-<id>`. */
export const datasetVersionStreamEvents = {
  DatasetVersionCreated,
  DatasetVersionCompleted,
  DatasetVersionUpdated,
  DatasetVersionDeleted,
  DatasetVersionRestored,
  DatasetVersionPurged,
  SplitCreated,
  SplitUpdated,
  SplitDeleted,
  SplitRestored,
  LabelsCreated,
  LabelUpdated,
  LabelDeleted,
  LabelRestored,
} as const;
export type DatasetVersionEvent = EventOf<
  (typeof datasetVersionStreamEvents)[keyof typeof datasetVersionStreamEvents]
>;
