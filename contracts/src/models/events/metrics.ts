import { Type } from '@sinclair/typebox';
import { event, type EventOf } from '../../kit/event.js';
import { Uuid } from '../../kit/schemas.js';
import { MetricPoint, MOST_METRICS } from '../metric.js';

const MetricsRecorded = event({
  name: 'MetricsRecorded',
  storedType: 'models.metrics.recorded.v1',
  description: 'Numbers were measured of a version of a model.',
  schema: Type.Object({
    model_id: Uuid,
    model_version_id: Type.Optional(Uuid),
    metrics: Type.Array(MetricPoint, { minItems: 1, maxItems: MOST_METRICS }),
  }),
  example: {
    model_id: '018f4d1a-0000-7000-8000-0000000000b1',
    model_version_id: '018f4d1a-0000-7000-8000-0000000000b2',
    metrics: [
      {
        id: '018f4d1a-0000-7000-8000-0000000000b4',
        name: 'accuracy',
        description: '',
        value: 0.973,
        step: 1200,
        timestamp: '2026-02-01T08:30:00.000Z',
      },
    ],
  },
});

/** The events of `modelMetrics-<id>`, where the id is derived from the version's. */
export const modelMetricsStreamEvents = { MetricsRecorded } as const;
export type ModelMetricsEvent = EventOf<
  (typeof modelMetricsStreamEvents)[keyof typeof modelMetricsStreamEvents]
>;
