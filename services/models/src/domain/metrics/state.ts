import {
  type ModelMetricsEvent,
  modelMetricsStreamEvents,
  MOST_METRICS,
  type MetricPoint,
} from '@cairn/contracts';
import { aggregate, type Decision, refuse } from '@cairn/kernel';
import type { KnownModelVersion } from '../version/state.js';

/** What is known of the points of a version: their names alone, for they are many. */
export interface MetricsState {
  readonly names: readonly string[];
}

const evolve = ({ names }: MetricsState, { data }: ModelMetricsEvent): MetricsState => ({
  names: withNames(names, data.metrics),
});

const withNames = (
  names: readonly string[],
  points: readonly Pick<MetricPoint, 'name'>[],
): readonly string[] => [...new Set([...names, ...points.map(({ name }) => name)])];

/** `modelMetrics-<id>`: asked for by the id of the version, of which its own is derived. Points are not in its state. */
export const modelMetrics = aggregate<MetricsState, ModelMetricsEvent>({
  category: 'modelMetrics',
  keyWord: 'metrics',
  events: Object.values(modelMetricsStreamEvents),
  stateVersion: 1,
  initial: { names: [] },
  evolve,
});

/** Records points, as long as the version has no more names than it may. */
export const decideRecordMetrics = (
  { names }: MetricsState,
  { id: model_version_id, model_id }: Pick<KnownModelVersion, 'id' | 'model_id'>,
  metrics: readonly MetricPoint[],
): Decision =>
  withNames(names, metrics).length > MOST_METRICS
    ? refuse('metrics_too_many', `A version has metrics of at most ${MOST_METRICS} names.`)
    : [modelMetricsStreamEvents.MetricsRecorded.of({ model_id, model_version_id, metrics: [...metrics] })];
