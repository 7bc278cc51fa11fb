import { Type } from '@sinclair/typebox';
import { operation } from '../../kit/operation.js';
import { created, deleted, ok } from '../../kit/replies.js';
import { searchFilter } from '../../kit/search.js';
import { exampleLabel } from '../examples.js';
import { Label, LabelChanges, LabelInput } from '../label.js';
import { InVersionIdParams, InVersionParams, versionBase } from './paths.js';

const tag = 'Dataset labels';
const labelsPath = `${versionBase}/labels` as const;
const labelPath = `${versionBase}/labels/{id}` as const;

export const listLabels = operation({
  id: 'listLabels',
  tag,
  summary: 'List the labels of a version',
  method: 'GET',
  path: labelsPath,
  access: 'datasets:read',
  params: InVersionParams,
  timeTravel: true,
  list: {
    sort: ['number', 'name', 'created_at', 'updated_at'],
    defaultSort: 'number',
    filters: {
      q: searchFilter(),
      name: Type.String({ maxLength: 200 }),
    },
  },
  replies: ok('The labels.', Type.Array(Label)),
  example: { reply: [exampleLabel] },
});

export const createLabel = operation({
  id: 'createLabel',
  tag,
  summary: 'Create a label',
  description: 'Colour and number are chosen when they are left out.',
  method: 'POST',
  path: labelsPath,
  access: 'datasets:write',
  params: InVersionParams,
  etag: true,
  body: LabelInput,
  bodyLimit: 'configured',
  replies: created('The label.', Label),
  errors: ['forbidden', 'label_name_taken', 'label_number_taken', 'foreign_label', 'version_too_large'],
  example: { body: { name: 'puffin', color: '#e4572e' }, reply: exampleLabel },
});

export const getLabel = operation({
  id: 'getLabel',
  tag,
  summary: 'Read a label',
  method: 'GET',
  path: labelPath,
  access: 'datasets:read',
  params: InVersionIdParams,
  etag: true,
  replies: ok('The label. Its `ETag` is that of the version.', Label),
  example: { reply: exampleLabel },
});

export const updateLabel = operation({
  id: 'updateLabel',
  tag,
  summary: 'Change a label',
  method: 'PUT',
  path: labelPath,
  access: 'datasets:write',
  params: InVersionIdParams,
  etag: true,
  body: LabelChanges,
  bodyLimit: 'configured',
  replies: ok('The label as it is now.', Label),
  errors: [
    'forbidden',
    'label_name_taken',
    'label_number_taken',
    'foreign_label',
    'label_cycle',
    'version_too_large',
  ],
  example: { body: { name: 'Atlantic puffin' }, reply: { ...exampleLabel, name: 'Atlantic puffin' } },
});

export const deleteLabel = operation({
  id: 'deleteLabel',
  tag,
  summary: 'Delete a label',
  description: 'Hides its annotations and their counts. `revert` on the version brings them back.',
  method: 'DELETE',
  path: labelPath,
  access: 'datasets:write',
  params: InVersionIdParams,
  etag: true,
  replies: deleted('The label', Label),
  errors: ['forbidden'],
  example: { reply: exampleLabel },
});
