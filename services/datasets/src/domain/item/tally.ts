import type { AnnotationRecord, Counts, Tally } from '@cairn/contracts';
import { type Refusal, refuse } from '@cairn/kernel';

/** An item is in at most this many splits (law 7). */
const MOST_SPLITS = 100;
/** The splits of an item in several times its labels are at most this many: an event may change a counter for each (law 7). */
const MOST_COUNTERS = 1_000;

/** What of an item is counted. */
interface Counted {
  readonly splits: readonly string[];
  readonly annotations: Iterable<AnnotationRecord>;
}

export const counted = (item: {
  readonly splits: readonly string[];
  readonly annotations: Readonly<Record<string, AnnotationRecord>>;
}): Counted => ({ splits: item.splits, annotations: Object.values(item.annotations) });

/** What an item adds to the counters of its version (law 7: what a counter needs is in the event). */
export const tallyOf = (item: Counted): Tally => {
  const labels: Record<string, number> = {};
  let classifications = 0;
  for (const { label_id, type } of item.annotations) {
    labels[label_id] = (labels[label_id] ?? 0) + 1;
    if (type === 'classification') classifications += 1;
  }
  return { splits: [...item.splits], labels, classifications };
};

/** An item that comes. */
export const coming = (versionId: string, after: Tally): Counts => ({
  version_id: versionId,
  before: null,
  after,
});
/** An item that goes. */
export const going = (versionId: string, before: Tally): Counts => ({
  version_id: versionId,
  before,
  after: null,
});

/** Whether an item would be in more splits, or change more counters, than it may. One that is over it already may shrink. */
export const countersRefused = (
  after: Counted,
  before: Counted = { splits: [], annotations: [] },
): Refusal | undefined => {
  if (after.splits.length > Math.max(MOST_SPLITS, before.splits.length))
    return refuse('too_many_splits', `An item is in at most ${MOST_SPLITS} splits.`);
  return countersOf(after) > MOST_COUNTERS && countersOf(after) > countersOf(before)
    ? refuse(
        'too_many_splits',
        `Its splits times its labels are at most ${MOST_COUNTERS} for an item in several splits: put it in fewer.`,
      )
    : undefined;
};

const countersOf = ({ splits, annotations }: Counted): number =>
  splits.length < 2 ? 0 : splits.length * new Set(Array.from(annotations, ({ label_id }) => label_id)).size;
