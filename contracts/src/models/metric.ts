import { type Static, Type } from '@sinclair/typebox';
import { resource } from '../kit/resource.js';
import { JsonObject, Name, namedFields, Time, Uuid } from '../kit/schemas.js';
import { SentTags } from './tags.js';

const measured = {
  value: Type.Number(),
  step: Type.Integer(),
  timestamp: Time,
  unit: Type.Optional(Type.String()),
  split_id: Type.Optional(Uuid),
  dataset_id: Type.Optional(Uuid),
  dataset_version_id: Type.Optional(Uuid),
  label_id: Type.Optional(Uuid),
};

/** A number that was measured of a version of a model. */
export const Metric = resource('Metric', {
  ...namedFields,
  ...measured,
  model_id: Uuid,
  model_version_id: Uuid,
  job_id: Type.Optional(Type.String()),
  tags: Type.Optional(JsonObject),
});
export type Metric = Readonly<Static<typeof Metric>>;

/** A point as a caller sends it; `timestamp` is now and `step` 0 when absent. */
export const MetricInput = resource('MetricInput', {
  name: Name,
  description: Type.Optional(Type.String({ maxLength: 500 })),
  value: Type.Number(),
  step: Type.Optional(Type.Integer({ minimum: -9_007_199_254_740_991, maximum: 9_007_199_254_740_991 })),
  timestamp: Type.Optional(Time),
  unit: Type.Optional(Type.String({ maxLength: 50 })),
  split_id: Type.Optional(Uuid),
  dataset_id: Type.Optional(Uuid),
  dataset_version_id: Type.Optional(Uuid),
  label_id: Type.Optional(Uuid),
  job_id: Type.Optional(Type.String({ maxLength: 200 })),
  tags: Type.Optional(SentTags),
});
export type MetricInput = Readonly<Static<typeof MetricInput>>;

/** So many points come at once, and so many names has a version. */
export const MOST_METRICS = 1_000;

export const MetricsInput = resource('MetricsInput', {
  metrics: Type.Array(MetricInput, { minItems: 1, maxItems: MOST_METRICS }),
});
export type MetricsInput = Readonly<Static<typeof MetricsInput>>;

/** What was recorded. */
export const RecordedMetrics = resource('RecordedMetrics', {
  recorded: Type.Integer({ minimum: 0 }),
  ids: Type.Array(Uuid, { description: 'In the order in which they were sent.' }),
});
export type RecordedMetrics = Readonly<Static<typeof RecordedMetrics>>;

/** A point as its event tells of it. */
export const MetricPoint = Type.Object({
  id: Uuid,
  name: Type.String(),
  description: Type.String(),
  ...measured,
  job_id: Type.Optional(Type.String()),
  tags: Type.Optional(JsonObject),
});
export type MetricPoint = Readonly<Static<typeof MetricPoint>>;
