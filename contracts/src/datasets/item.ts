import { type Static, Type } from '@sinclair/typebox';
import { resource } from '../kit/resource.js';
import { JsonObject, namedFields, Nullable, OneOf, Prose, Time, Uuid } from '../kit/schemas.js';
import { Annotation, ItemAnnotationInput } from './annotation.js';
import { DatasetSplit } from './version.js';

const itemFields = {
  ...namedFields,
  user_id: Type.String(),
  text: Type.String(),
  splits: Type.Array(DatasetSplit),
  annotations: Type.Array(Annotation),
  extension: Type.String({ description: 'Of the file, `.png`, or empty.' }),
  attributes: Type.Optional(JsonObject),
  content_sha256: Type.Optional(Type.String()),
  size: Type.Optional(Type.Integer({ minimum: 0, description: 'Bytes of the file.' })),
  content_type: Type.Optional(Type.String()),
  origin_id: Type.Optional(
    Type.String({ description: 'The id that the item had in another version or file.' }),
  ),
};

export const DatasetItem = resource('DatasetItem', itemFields);
export type DatasetItem = Readonly<Static<typeof DatasetItem>>;

const Count = Type.Integer({ minimum: 0 });

/** The jobs of post-processors on an item in one word and in numbers; the worst word wins. Of today alone, not of the past. */
export const ItemJobStatus = resource('ItemJobStatus', {
  status: OneOf(['none', 'pending', 'processing', 'completed', 'failed']),
  total: Count,
  pending: Count,
  processing: Count,
  completed: Count,
  failed: Count,
  last_error: Type.Optional(Type.String()),
  updated_at: Type.Optional(Time),
});
export type ItemJobStatus = Readonly<Static<typeof ItemJobStatus>>;

export const ItemWithJobStatus = resource('ItemWithJobStatus', {
  ...itemFields,
  job_status: Type.Optional(ItemJobStatus),
});
export type ItemWithJobStatus = Readonly<Static<typeof ItemWithJobStatus>>;

/** A split that an item is in, by its id; other fields of a split are ignored. */
const SplitReference = resource('SplitReference', { id: Uuid });

const settable = {
  name: Type.Optional(Type.String({ maxLength: 500 })),
  description: Type.Optional(Prose),
  text: Type.Optional(Type.String({ maxLength: 10_000_000 })),
  splits: Type.Optional(Type.Array(SplitReference, { maxItems: 1_000 })),
  annotations: Type.Optional(Type.Array(ItemAnnotationInput, { maxItems: 10_001 })),
  attributes: Type.Optional(Nullable(JsonObject)),
};

/** An item as a caller makes it; without `splits` it goes to the default split (7, 2). */
export const DatasetItemInput = resource('DatasetItemInput', settable);
export type DatasetItemInput = Readonly<Static<typeof DatasetItemInput>>;

/** What a caller changes of an item; `splits` and `annotations` replace those that it has. */
export const DatasetItemChanges = resource('DatasetItemChanges', settable);
export type DatasetItemChanges = Readonly<Static<typeof DatasetItemChanges>>;

const RowError = resource('BulkError', {
  index: Type.Integer({ minimum: 0 }),
  code: Type.String(),
  message: Type.String(),
});

export const BulkItemsRequest = resource('BulkItemsRequest', {
  create: Type.Optional(Type.Array(DatasetItemInput, { maxItems: 10_000 })),
  update: Type.Optional(
    Type.Array(resource('BulkItemUpdate', { id: Uuid, ...settable }), { maxItems: 10_000 }),
  ),
  delete: Type.Optional(Type.Array(Uuid, { maxItems: 10_000 })),
});
export type BulkItemsRequest = Readonly<Static<typeof BulkItemsRequest>>;

/** What a bulk write did. `index` counts over create, update and delete, in this order. */
export const BulkItemsReply = resource('BulkItemsReply', {
  created: Count,
  updated: Count,
  deleted: Count,
  unchanged: Count,
  errors: Type.Array(RowError),
  ids: Type.Array(Uuid, { description: 'Of the created items, in the order of the request.' }),
});
export type BulkItemsReply = Readonly<Static<typeof BulkItemsReply>>;

export const SplitItemsRequest = resource('SplitItemsRequest', {
  item_ids: Type.Array(Uuid, { minItems: 1, maxItems: 10_000 }),
});
export type SplitItemsRequest = Readonly<Static<typeof SplitItemsRequest>>;

export const SplitItemsReply = resource('SplitItemsReply', {
  added: Count,
  unchanged: Count,
  errors: Type.Array(RowError),
});
export type SplitItemsReply = Readonly<Static<typeof SplitItemsReply>>;

/** An inference that is to become an item, by its id; its other fields are ignored. */
const InferenceReference = resource('InferenceReference', { id: Uuid });

export const AddInferenceInput = resource('AddInferenceInput', {
  keep_annotations: Type.Optional(
    Type.Boolean({ description: 'Whether its answers become annotations. `false` when it is left out.' }),
  ),
  inferences: Type.Array(InferenceReference, { minItems: 1, maxItems: 1_000 }),
});
export type AddInferenceInput = Readonly<Static<typeof AddInferenceInput>>;

export const AddInference = resource('AddInference', {
  keep_annotations: Type.Boolean(),
  inferences: Type.Array(InferenceReference, { description: 'As they were asked for.' }),
  ...SplitItemsReply.properties,
});
export type AddInference = Readonly<Static<typeof AddInference>>;
