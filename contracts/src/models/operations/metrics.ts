import { Type } from '@sinclair/typebox';
import { operation } from '../../kit/operation.js';
import { ok } from '../../kit/replies.js';
import { Time, Uuid } from '../../kit/schemas.js';
import { exampleMetric } from '../examples.js';
import { Metric, MetricsInput, RecordedMetrics } from '../metric.js';
import { OfVersionParams, ofVersionPath, tag } from './paths.js';

export const recordModelMetrics = operation({
  id: 'recordModelMetrics',
  tag,
  summary: 'Record what was measured of a version',
  description:
    'At most 1,000 points at once, of at most 1,000 names in a version. The version shows what was recorded last of ' +
    'each name. Points are kept as they are: what was wrong is measured again.',
  method: 'POST',
  path: `${ofVersionPath}/metrics`,
  access: 'models:write',
  params: OfVersionParams,
  body: MetricsInput,
  bodyLimit: 'configured',
  replies: ok('What was recorded.', RecordedMetrics),
  errors: ['forbidden', 'metrics_too_many', 'dataset_unavailable'],
  example: {
    body: { metrics: [{ name: 'accuracy', value: 0.973, step: 1200 }] },
    reply: { recorded: 1, ids: [exampleMetric.id] },
  },
});

export const listModelMetrics = operation({
  id: 'listModelMetrics',
  tag,
  summary: 'List what was measured of a version',
  description:
    '`from` and `to` are of the time at which it was measured. Points of the same time are in the order of their ' +
    'steps, then in that in which they were sent; `sort=step` goes by step, then by time.',
  method: 'GET',
  path: `${ofVersionPath}/metrics`,
  access: 'models:read',
  params: OfVersionParams,
  list: {
    sort: ['timestamp', 'step', 'created_at'],
    defaultSort: 'timestamp',
    filters: {
      name: Type.String({ maxLength: 200 }),
      split_id: Uuid,
      from: Time,
      to: Time,
    },
  },
  replies: ok('The points.', Type.Array(Metric)),
  example: { reply: [exampleMetric] },
});
