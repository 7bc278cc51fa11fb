import { Type } from '@sinclair/typebox';
import { FileRecord } from '../../kit/blob.js';
import { event, type EventOf, Internal } from '../../kit/event.js';
import { JsonObject, Nullable, Uuid } from '../../kit/schemas.js';
import { LeftAnswers } from '../post-processor-job.js';
import { AnnotationRecord, Counts } from './shapes.js';

const VERSION = '018f4d1a-0000-7000-8000-000000000002';
const SPLIT = '018f4d1a-0000-7000-8000-000000000004';
const LABEL = '018f4d1a-0000-7000-8000-000000000005';
const ANNOTATION = '018f4d1a-0000-7000-8000-000000000007';
const USER = '018f4d1a-0000-7000-8000-000000000009';
const VersionOfItem = Type.Optional(
  Type.String({ description: 'The version that the item is in; absent in events of earlier releases.' }),
);
const Words = Type.Optional(
  Internal(
    Type.Array(Type.String(), {
      description: 'The words that the item was found by, folded; in events of earlier releases, not read.',
    }),
  ),
);

const Untouched = Type.Optional(
  Internal(
    Type.Array(Uuid, {
      description: 'Annotations of a copy that a post-processor wrote and nobody has changed since, by id.',
    }),
  ),
);

const spam = {
  id: ANNOTATION,
  order: 0,
  name: '',
  description: '',
  label_id: LABEL,
  type: 'classification',
  value: {},
  confidence: 1,
  source: 'manual',
  ground_truth: false,
  user_id: USER,
} as const;
const bare = { splits: [SPLIT], labels: {}, classifications: 0 };
const tagged = { splits: [SPLIT], labels: { [LABEL]: 1 }, classifications: 1 };

export const ItemCreated = event({
  name: 'ItemCreated',
  storedType: 'datasets.item.created.v1',
  description: 'An item was added to a version.',
  schema: Type.Object({
    id: Uuid,
    dataset_id: Uuid,
    version_id: Uuid,
    user_id: Type.String(),
    name: Type.String(),
    description: Type.String(),
    text: Type.String(),
    splits: Type.Array(Type.String()),
    annotations: Type.Array(AnnotationRecord),
    attributes: Nullable(JsonObject),
    extension: Type.String(),
    file: Type.Optional(FileRecord),
    origin_id: Type.Optional(Type.String()),
    untouched: Untouched,
    counts: Counts,
  }),
  example: {
    id: '018f4d1a-0000-7000-8000-000000000006',
    dataset_id: '018f4d1a-0000-7000-8000-000000000001',
    version_id: VERSION,
    user_id: USER,
    name: 'mail-1',
    description: '',
    text: 'You have won',
    splits: [SPLIT],
    annotations: [spam],
    attributes: null,
    extension: '',
    counts: { version_id: VERSION, before: null, after: tagged },
  },
});

const ItemUpdated = event({
  name: 'ItemUpdated',
  storedType: 'datasets.item.updated.v1',
  description: 'Fields of an item were set; null clears one.',
  schema: Type.Object({
    version_id: VersionOfItem,
    changes: Type.Partial(
      Type.Object({
        name: Type.String(),
        description: Type.String(),
        text: Type.String(),
        attributes: Nullable(JsonObject),
      }),
    ),
    words: Words,
  }),
  example: {
    version_id: VERSION,
    changes: { name: 'mail-01' },
  },
});

const ItemFileSet = event({
  name: 'ItemFileSet',
  storedType: 'datasets.item.file_set.v1',
  description: 'The file of an item was set, or taken away by undoing that.',
  schema: Type.Object({
    version_id: VersionOfItem,
    file: Nullable(FileRecord),
    name: Type.String({ description: 'An item without a name takes that of its file.' }),
    extension: Type.String(),
    attributes: Nullable(JsonObject),
    words: Words,
  }),
  example: {
    version_id: VERSION,
    file: { sha256: 'b'.repeat(64), size: 51200, content_type: 'image/png', file_name: 'cat.png' },
    name: 'cat.png',
    extension: '.png',
    attributes: { width: 640, height: 480 },
  },
});

const ItemSplitsChanged = event({
  name: 'ItemSplitsChanged',
  storedType: 'datasets.item.splits_changed.v1',
  description: 'An item was put into splits or taken out of them; `splits` are those that it is in now.',
  schema: Type.Object({
    added: Type.Array(Type.String()),
    removed: Type.Array(Type.String()),
    splits: Type.Array(Type.String()),
    counts: Counts,
  }),
  example: {
    added: [],
    removed: [SPLIT],
    splits: [],
    counts: { version_id: VERSION, before: tagged, after: { ...tagged, splits: [] } },
  },
});

const ItemAnnotated = event({
  name: 'ItemAnnotated',
  storedType: 'datasets.item.annotated.v1',
  description: 'Annotations of an item were added, changed (given whole) or removed (by id).',
  schema: Type.Object({
    added: Type.Array(AnnotationRecord),
    changed: Type.Array(AnnotationRecord),
    removed: Type.Array(Type.String()),
    counts: Counts,
  }),
  example: {
    added: [spam],
    changed: [],
    removed: [],
    counts: { version_id: VERSION, before: bare, after: tagged },
  },
});

const ItemDeleted = event({
  name: 'ItemDeleted',
  storedType: 'datasets.item.deleted.v1',
  description: 'An item was deleted, by itself or by taking it out of its last split.',
  schema: Type.Object({ counts: Counts }),
  example: { counts: { version_id: VERSION, before: tagged, after: null } },
});

const ItemRestored = event({
  name: 'ItemRestored',
  storedType: 'datasets.item.restored.v1',
  description: 'The deletion of an item was undone.',
  schema: Type.Object({ counts: Counts }),
  example: { counts: { version_id: VERSION, before: null, after: tagged } },
});

const ItemProcessed = event({
  name: 'ItemProcessed',
  storedType: 'datasets.item.processed.v1',
  description:
    'A post-processor has worked on the item. What it wrote stands in the events before it, of the same command.',
  schema: Type.Object({
    version_id: Uuid,
    post_processor_id: Uuid,
    job_id: Uuid,
    content: Type.String({ description: 'The revision of the text or file that it worked on, decimal.' }),
    outcome: Type.String({ description: 'As of its job.' }),
    applied: Type.Integer({ minimum: 0, description: 'How many annotations it added.' }),
    left: Type.Array(LeftAnswers),
    confidence: Type.Optional(Type.Number({ description: 'Of the best answer, also where it was left.' })),
    disagrees: Type.Optional(
      Type.Boolean({ description: 'A person classified the item otherwise than the best answer.' }),
    ),
    wrote_text: Type.Optional(Type.Boolean()),
  }),
  example: {
    version_id: VERSION,
    post_processor_id: '018f4d1a-0000-7000-8000-0000000000d2',
    job_id: '018f4d1a-0000-7000-8000-0000000000d1',
    content: '0',
    outcome: 'applied',
    applied: 1,
    left: [],
    confidence: 0.93,
  },
});

/** The events of `datasetItem-<id>`. */
export const datasetItemStreamEvents = {
  ItemCreated,
  ItemUpdated,
  ItemFileSet,
  ItemSplitsChanged,
  ItemAnnotated,
  ItemDeleted,
  ItemRestored,
  ItemProcessed,
} as const;
export type DatasetItemEvent = EventOf<
  (typeof datasetItemStreamEvents)[keyof typeof datasetItemStreamEvents]
>;
