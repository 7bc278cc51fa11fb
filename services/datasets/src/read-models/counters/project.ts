import { type Counts, datasetItemStreamEvents, type DatasetItemEvent, type Tally } from '@cairn/contracts';
import { type Change, projection, type ProjectedEvent } from '@cairn/kernel';

export const COUNTS = 'dataset_counts';
/** Stands for all splits or all labels. */
export const ALL = '*';

/** The counter of one combination. A split or label id is unique by itself; the version keeps the totals apart. */
export const counterId = (versionId: string, splitId: string, labelId: string): string =>
  `${versionId}:${splitId}:${labelId}`;

type CountingEvent = Extract<DatasetItemEvent, { data: { counts: Counts } }>;

const COUNTING = [
  datasetItemStreamEvents.ItemCreated,
  datasetItemStreamEvents.ItemSplitsChanged,
  datasetItemStreamEvents.ItemAnnotated,
  datasetItemStreamEvents.ItemDeleted,
  datasetItemStreamEvents.ItemRestored,
] as const;

/** Items and annotations that a tally stands for, by counter id. */
type Shares = Map<string, { items: number; annotations: number }>;

const addTo = (shares: Shares, versionId: string, tally: Tally | null, sign: 1 | -1): void => {
  if (tally === null) return;
  const labels = Object.entries(tally.labels);
  const all = labels.reduce((sum, [, count]) => sum + count, 0);
  for (const split of [ALL, ...tally.splits])
    for (const [label, annotations] of [[ALL, all] as const, ...labels]) {
      const id = counterId(versionId, split, label);
      const share = shares.get(id) ?? { items: 0, annotations: 0 };
      shares.set(id, { items: share.items + sign, annotations: share.annotations + sign * annotations });
    }
};

const project = (event: CountingEvent, { at }: Omit<ProjectedEvent, 'event'>): readonly Change[] => {
  const { counts } = event.data;
  const shares: Shares = new Map();
  const defaults = { created_at: at };
  const fields = { updated_at: at };
  addTo(shares, counts.version_id, counts.before, -1);
  addTo(shares, counts.version_id, counts.after, 1);
  return [...shares]
    .filter(([, { items, annotations }]) => items !== 0 || annotations !== 0)
    .flatMap(([id, by]): Change[] => [
      { kind: 'increment', collection: COUNTS, id, by, defaults },
      { kind: 'patch', collection: COUNTS, id, fields },
    ]);
};

/** `datasets.counters`: items and annotations by version, split and label, counted by increments (law 7). */
export const countersProjection = projection<CountingEvent>({
  name: 'datasets.counters',
  version: 1,
  collections: [{ name: COUNTS, indexes: [] }],
  events: COUNTING,
  project,
});
