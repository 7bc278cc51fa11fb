import { type MetricPoint, type ModelMetricsEvent, modelMetricsStreamEvents } from '@cairn/contracts';
import {
  type Change,
  derivedId,
  idOf,
  type Index,
  type Json,
  projection,
  type ProjectedEvent,
  streamOf,
  type Swept,
} from '@cairn/kernel';
import { modelMetrics } from '../../domain/metrics/state.js';
import { SORT_FIELDS, sortedBy } from './order.js';

/** Every point. */
export const METRICS = 'model_metrics';
/** By `metricRankId`: the last point of one name of a version, in the order of its value. */
export const METRIC_RANKS = 'model_metric_ranks';
/** By the id of the stream, `latestMetricsId` of the version: the last point of each name. */
export const LATEST_METRICS = 'model_latest_metrics';
export const latestMetricsId = (versionId: string): string => idOf(streamOf(modelMetrics, versionId));

type Facts = Omit<ProjectedEvent, 'event'>;

const project = ({ data }: ModelMetricsEvent, facts: Facts): readonly Change[] => {
  const { id, at, revision } = facts;
  // Events without it stand in streams of before, which have the ids of their versions.
  const { model_id, model_version_id: version_id = id } = data;
  const points = data.metrics.map((point) => documentOf(point, { model_id, version_id, at }));
  const told = { revision: revision.toString(), updated_at: at };
  const latest = Object.fromEntries(points.map((point) => [keyOf(point.name), point]));
  const ranks = Object.values(latest).map(rankOf);
  return [
    ...points.map((point, place): Change => {
      const document = { ...point, ...sortedBy(point, { at, revision, place }) };
      return { kind: 'put', collection: METRICS, document };
    }),
    ...ranks.map((document): Change => ({ kind: 'put', collection: METRIC_RANKS, document })),
    revision === 0n
      ? {
          kind: 'put',
          collection: LATEST_METRICS,
          document: { ...told, id, created_at: at, model_id, metrics: latest },
        }
      : {
          kind: 'patch',
          collection: LATEST_METRICS,
          id,
          fields: { ...latestFields(latest), ...told },
        },
  ];
};

type PointDocument = ReturnType<typeof documentOf>;

/** That a point is the last of its name of a version. */
export type MetricRank = ReturnType<typeof rankOf>;

export const metricRankId = (versionId: string, name: string): string => derivedId(versionId, 'metric', name);

const rankOf = ({ model_id, model_version_id, name, value, created_at }: PointDocument) => ({
  id: metricRankId(model_version_id, name),
  ...{ model_id, model_version_id, name, value, created_at },
});

const latestFields = (latest: Readonly<Record<string, Json>>): Readonly<Record<string, Json>> =>
  Object.fromEntries(Object.entries(latest).map(([key, point]) => [`metrics.${key}`, point]));

/** A name as a key: it may hold dots, which would part a path. */
const keyOf = (name: string): string => Buffer.from(name).toString('hex');

const documentOf = (
  point: MetricPoint,
  {
    model_id,
    version_id,
    at,
  }: { readonly model_id: string; readonly version_id: string; readonly at: string },
) => ({
  ...(point as MetricPoint & { readonly tags?: { readonly [key: string]: Json } }),
  model_id,
  model_version_id: version_id,
  created_at: at,
  updated_at: at,
});

/** A list by a field, of all, of a name, of a split, or of both. */
const indexesBy = (field: string): readonly Index[] =>
  [[], ['name'], ['split_id'], ['name', 'split_id']].map((filters) => ({
    kind: 'compound',
    fields: ['model_version_id', ...filters, field],
  }));

/** `models.metrics`: a document for each point, one for the last of each name, and one for each version with all of these. */
export const metricsProjection = projection<ModelMetricsEvent>({
  name: 'models.metrics',
  version: 4,
  collections: [
    {
      name: METRICS,
      indexes: [
        ...SORT_FIELDS.flatMap(indexesBy),
        // What was purged is swept oldest first.
        { kind: 'compound', fields: ['model_version_id', 'created_at'] },
      ],
    },
    {
      name: METRIC_RANKS,
      indexes: [
        { kind: 'compound', fields: ['model_id', 'name', 'value'] },
        { kind: 'compound', fields: ['model_version_id', 'created_at'] },
      ],
    },
    { name: LATEST_METRICS, indexes: [] },
  ],
  internal: ['revision', 'updated_at', ...SORT_FIELDS],
  events: Object.values(modelMetricsStreamEvents),
  project,
});

/** What of this goes with a version. */
export const sweptMetrics = (model_version_id: string): readonly Swept[] =>
  [METRICS, METRIC_RANKS].map((collection) => ({
    projection: metricsProjection.name,
    collection,
    fields: { model_version_id },
  }));
