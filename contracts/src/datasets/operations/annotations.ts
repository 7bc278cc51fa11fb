import { Type } from '@sinclair/typebox';
import { operation } from '../../kit/operation.js';
import { created, deleted, ok } from '../../kit/replies.js';
import { Time, Uuid } from '../../kit/schemas.js';
import { Annotation, AnnotationChanges, AnnotationInput } from '../annotation.js';
import { exampleAnnotation, exampleLabel } from '../examples.js';
import { InItemIdParams, InItemParams, versionBase } from './paths.js';

const tag = 'Annotations';
const annotationsPath = `${versionBase}/items/{item_id}/annotations` as const;
const annotationPath = `${versionBase}/items/{item_id}/annotations/{id}` as const;
const annotationErrors = [
  'forbidden',
  'foreign_label',
  'multi_label_violation',
  'annotation_value_invalid',
  'too_many_splits',
  'item_too_large',
] as const;

export const listAnnotations = operation({
  id: 'listAnnotations',
  tag,
  summary: 'List the annotations of an item',
  method: 'GET',
  path: annotationsPath,
  access: 'datasets:read',
  params: InItemParams,
  timeTravel: true,
  list: {
    sort: ['created_at', 'updated_at', 'confidence'],
    defaultSort: 'created_at',
    filters: { label_id: Uuid, user_id: Uuid, from: Time, to: Time },
  },
  replies: ok('The annotations.', Type.Array(Annotation)),
  example: { reply: [exampleAnnotation] },
});

export const createAnnotation = operation({
  id: 'createAnnotation',
  tag,
  summary: 'Annotate an item',
  method: 'POST',
  path: annotationsPath,
  access: 'datasets:write',
  params: InItemParams,
  etag: true,
  body: AnnotationInput,
  bodyLimit: 'configured',
  replies: created('The annotation. Its `ETag` is that of the item.', Annotation),
  errors: [...annotationErrors, 'too_many_annotations'],
  example: {
    body: {
      type: 'rectangle',
      label_id: exampleLabel.id,
      value: { x: 120, y: 64, width: 48, height: 96 },
      ground_truth: true,
    },
    reply: exampleAnnotation,
  },
});

export const getAnnotation = operation({
  id: 'getAnnotation',
  tag,
  summary: 'Read an annotation',
  method: 'GET',
  path: annotationPath,
  access: 'datasets:read',
  params: InItemIdParams,
  etag: true,
  replies: ok('The annotation. Its `ETag` is that of the item.', Annotation),
  example: { reply: exampleAnnotation },
});

export const updateAnnotation = operation({
  id: 'updateAnnotation',
  tag,
  summary: 'Change an annotation',
  method: 'PUT',
  path: annotationPath,
  access: 'datasets:write',
  params: InItemIdParams,
  etag: true,
  body: AnnotationChanges,
  bodyLimit: 'configured',
  replies: ok('The annotation as it is now.', Annotation),
  errors: annotationErrors,
  example: { body: { confidence: 0.8 }, reply: { ...exampleAnnotation, confidence: 0.8 } },
});

export const deleteAnnotation = operation({
  id: 'deleteAnnotation',
  tag,
  summary: 'Remove an annotation',
  method: 'DELETE',
  path: annotationPath,
  access: 'datasets:write',
  params: InItemIdParams,
  etag: true,
  replies: deleted('The annotation', Annotation),
  errors: ['forbidden'],
  example: { reply: exampleAnnotation },
});
