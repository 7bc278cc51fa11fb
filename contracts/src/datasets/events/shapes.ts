import { type Static, Type } from '@sinclair/typebox';
import { JsonObject, Nullable, OneOf, Uuid } from '../../kit/schemas.js';
import { annotationSources } from '../annotation.js';
import { type AnnotationType, annotationTypes } from '../annotation-values.js';
import { labelTypes } from '../label.js';

/** A split in the events of its version; its times are those of the events. */
export const SplitRecord = Type.Object({
  id: Uuid,
  name: Type.String(),
  description: Type.String(),
  user_id: Type.String(),
});
export type SplitRecord = Readonly<Static<typeof SplitRecord>>;

/** A label in the events of its version; its times are those of the events. */
export const LabelRecord = Type.Object({
  id: Uuid,
  name: Type.String(),
  description: Type.String(),
  color: Type.String(),
  number: Type.Integer(),
  type: OneOf(labelTypes),
  parent_id: Type.Optional(Type.String()),
  attributes: Type.Optional(JsonObject),
  user_id: Type.String(),
  auto_created: Type.Boolean(),
});
export type LabelRecord = Readonly<Static<typeof LabelRecord>>;

export const LabelRecordChanges = Type.Partial(
  Type.Object({
    name: Type.String(),
    description: Type.String(),
    color: Type.String(),
    number: Type.Integer(),
    type: OneOf(labelTypes),
    parent_id: Nullable(Type.String()),
    attributes: Nullable(JsonObject),
  }),
);
export type LabelRecordChanges = Readonly<Static<typeof LabelRecordChanges>>;

/** An annotation in the events of its item. */
export const AnnotationRecord = Type.Object({
  id: Uuid,
  order: Type.Integer({ minimum: 0, description: 'Its place among the annotations of the item.' }),
  name: Type.String(),
  description: Type.String(),
  label_id: Type.String({ description: 'Empty when the annotation has no label.' }),
  type: OneOf<readonly AnnotationType[]>(annotationTypes),
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
  created_at: Type.Optional(
    Type.String({ format: 'date-time', description: 'Absent: the time of the event.' }),
  ),
});
export type AnnotationRecord = Readonly<Static<typeof AnnotationRecord>>;

/** What an item adds to the counters of its version. */
export const Tally = Type.Object({
  splits: Type.Array(Type.String(), { description: 'Ids of the splits that the item is in.' }),
  labels: Type.Record(Type.String(), Type.Integer(), {
    description: 'Label id → annotations with it; under the empty id those without a label.',
  }),
  classifications: Type.Integer({ minimum: 0, description: 'How many annotations classify the item.' }),
});
export type Tally = Readonly<Static<typeof Tally>>;

/** The tally before and after an event; null where the item was or is not there. */
export const Counts = Type.Object({
  version_id: Uuid,
  before: Nullable(Tally),
  after: Nullable(Tally),
});
export type Counts = Readonly<Static<typeof Counts>>;
