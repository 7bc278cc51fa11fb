import { type Static, Type } from '@sinclair/typebox';
import { resource } from '../kit/resource.js';
import { JsonObject, namedFields, Nullable, OneOf, Prose, Uuid } from '../kit/schemas.js';
import { type AnnotationType, annotationTypes, valueFitsType } from './annotation-values.js';
import { Label } from './label.js';

const AnnotationTypeName = OneOf<readonly AnnotationType[]>(annotationTypes);
export const annotationSources = ['manual', 'imported', 'post_processor', 'inference'] as const;
export type AnnotationSource = (typeof annotationSources)[number];

export const Annotation = resource(
  'Annotation',
  {
    ...namedFields,
    label_id: Type.String({ description: 'Empty when the annotation has no label.' }),
    label: Type.Optional(Label),
    dataset_item_id: Uuid,
    type: AnnotationTypeName,
    value: JsonObject,
    confidence: Type.Number(),
    source: OneOf(annotationSources),
    ground_truth: Type.Boolean(),
    user_id: Type.String(),
    post_processor_id: Type.Optional(Type.String()),
    post_processor_job_id: Type.Optional(Type.String()),
    inference_id: Type.Optional(Type.String()),
    model_id: Type.Optional(Type.String()),
    model_version_id: Type.Optional(Type.String()),
    group_id: Type.Optional(Type.String()),
    parent_id: Type.Optional(Type.String()),
    attributes: Type.Optional(JsonObject),
  },
  { allOf: valueFitsType },
);
export type Annotation = Readonly<Static<typeof Annotation>>;

const settable = {
  name: Type.Optional(Type.String({ maxLength: 200 })),
  description: Type.Optional(Prose),
  label_id: Type.Optional(Nullable(Type.Union([Uuid, Type.Literal('')]))),
  value: Type.Optional(JsonObject),
  confidence: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  ground_truth: Type.Optional(Type.Boolean()),
  group_id: Type.Optional(Nullable(Type.String({ maxLength: 100 }))),
  parent_id: Type.Optional(Nullable(Type.Union([Uuid, Type.Literal('')]))),
  attributes: Type.Optional(Nullable(JsonObject)),
};

/** An annotation as a caller makes it. */
export const AnnotationInput = resource(
  'AnnotationInput',
  { type: AnnotationTypeName, ...settable },
  { allOf: valueFitsType },
);
export type AnnotationInput = Readonly<Static<typeof AnnotationInput>>;

/** An annotation inside an item: with an `id` it replaces the one of that id, without it is new (7, 3). */
export const ItemAnnotationInput = resource(
  'ItemAnnotationInput',
  { id: Type.Optional(Uuid), type: AnnotationTypeName, ...settable },
  { allOf: valueFitsType },
);
export type ItemAnnotationInput = Readonly<Static<typeof ItemAnnotationInput>>;

/** What a caller changes of an annotation; the value is held against the type that it has then. */
export const AnnotationChanges = resource('AnnotationChanges', {
  type: Type.Optional(AnnotationTypeName),
  ...settable,
});
export type AnnotationChanges = Readonly<Static<typeof AnnotationChanges>>;
