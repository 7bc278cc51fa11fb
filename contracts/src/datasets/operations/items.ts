import { Type } from '@sinclair/typebox';
import { operation } from '../../kit/operation.js';
import { created, deleted, ok, storedFile } from '../../kit/replies.js';
import { Time, Uuid } from '../../kit/schemas.js';
import { SEARCHED_WORDS, searchFilter } from '../../kit/search.js';
import { exampleItem } from '../examples.js';
import {
  BulkItemsReply,
  BulkItemsRequest,
  DatasetItem,
  DatasetItemChanges,
  DatasetItemInput,
  ItemWithJobStatus,
} from '../item.js';
import { InVersionIdParams, InVersionParams, versionBase } from './paths.js';

const tag = 'Dataset items';
const itemsPath = `${versionBase}/items` as const;
const itemPath = `${versionBase}/items/{id}` as const;
const itemErrors = [
  'forbidden',
  'foreign_split',
  'foreign_label',
  'multi_label_violation',
  'annotation_value_invalid',
  'too_many_annotations',
  'too_many_splits',
  'item_too_large',
] as const;

export const listDatasetItems = operation({
  id: 'listDatasetItems',
  tag,
  summary: 'List the items of a version',
  method: 'GET',
  path: itemsPath,
  access: 'datasets:read',
  params: InVersionParams,
  timeTravel: true,
  list: {
    sort: ['created_at', 'updated_at', 'name'],
    defaultSort: 'created_at',
    lastingSort: ['created_at'],
    filters: {
      q: searchFilter(
        `: in the name, the file name and the first ${SEARCHED_WORDS.toLocaleString('en')} distinct words of the text`,
      ),
      name: Type.String({ maxLength: 500 }),
      split_id: Uuid,
      label_id: Uuid,
      user_id: Uuid,
      from: Time,
      to: Time,
    },
  },
  replies: ok('Items with their annotations.', Type.Array(ItemWithJobStatus)),
  example: { reply: [exampleItem] },
});

export const createDatasetItem = operation({
  id: 'createDatasetItem',
  tag,
  summary: 'Create an item',
  description:
    'Takes `splits` (by id, at most 100) and `annotations` (at most 10,000) along. A file is uploaded to it afterwards.',
  method: 'POST',
  path: itemsPath,
  access: 'datasets:write',
  params: InVersionParams,
  etag: true,
  body: DatasetItemInput,
  bodyLimit: 'configured',
  replies: created('The item.', DatasetItem),
  errors: itemErrors,
  example: {
    body: {
      name: 'cliff-0001.jpg',
      annotations: [{ type: 'rectangle', value: { x: 120, y: 64, width: 48, height: 96 } }],
    },
    reply: exampleItem,
  },
});

export const getDatasetItem = operation({
  id: 'getDatasetItem',
  tag,
  summary: 'Read an item',
  method: 'GET',
  path: itemPath,
  access: 'datasets:read',
  params: InVersionIdParams,
  etag: true,
  timeTravel: true,
  stream: 'datasetItem',
  replies: ok('The item with its annotations.', ItemWithJobStatus),
  example: { reply: exampleItem },
});

export const updateDatasetItem = operation({
  id: 'updateDatasetItem',
  tag,
  summary: 'Change an item',
  description:
    '`splits` and `annotations` replace those that the item has; an annotation with an `id` keeps it.',
  method: 'PUT',
  path: itemPath,
  access: 'datasets:write',
  params: InVersionIdParams,
  etag: true,
  body: DatasetItemChanges,
  bodyLimit: 'configured',
  replies: ok('The item as it is now.', DatasetItem),
  errors: itemErrors,
  example: { body: { description: 'Backlit' }, reply: { ...exampleItem, description: 'Backlit' } },
});

export const deleteDatasetItem = operation({
  id: 'deleteDatasetItem',
  tag,
  summary: 'Delete an item',
  method: 'DELETE',
  path: itemPath,
  access: 'datasets:write',
  params: InVersionIdParams,
  etag: true,
  replies: deleted('The item', DatasetItem),
  errors: ['forbidden'],
  example: { reply: exampleItem },
});

export const bulkDatasetItems = operation({
  id: 'bulkDatasetItems',
  tag,
  summary: 'Create, change and delete many items at once',
  description:
    'Each item stands for itself: what is refused is listed, the rest is done. `If-Match` is of the version.',
  method: 'POST',
  path: `${itemsPath}/bulk`,
  access: 'datasets:write',
  params: InVersionParams,
  ifMatch: true,
  body: BulkItemsRequest,
  bodyLimit: 'configured',
  takesLong: true,
  replies: ok('What was done, and what could not be.', BulkItemsReply),
  errors: ['forbidden'],
  example: {
    body: { create: [{ text: 'A puffin on the ledge' }], delete: [exampleItem.id] },
    reply: {
      created: 1,
      updated: 0,
      deleted: 1,
      unchanged: 0,
      errors: [],
      ids: ['01955650-6a7b-7c8d-9eaf-b0c1d2e3f405'],
    },
  },
});

export const downloadDatasetItem = operation({
  id: 'downloadDatasetItem',
  tag,
  summary: 'Download the file of an item',
  method: 'GET',
  path: `${itemPath}/download`,
  access: 'datasets:read',
  params: InVersionIdParams,
  replies: storedFile('The file as it was uploaded.'),
});

export const uploadDatasetItem = operation({
  id: 'uploadDatasetItem',
  tag,
  summary: 'Upload the file of an item',
  method: 'POST',
  path: `${itemPath}/upload`,
  access: 'datasets:write',
  params: InVersionIdParams,
  etag: true,
  upload: { limit: 'itemFile' },
  rateClass: 'upload',
  replies: ok('The item as it is now.', DatasetItem),
  errors: ['forbidden'],
  example: { reply: exampleItem },
});
