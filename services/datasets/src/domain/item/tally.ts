import type { AnnotationRecord, Counts, Tally } from '@cairn/contracts';

/** What an item adds to the counters of its version (law 7: what a counter needs is in the event). */
export const tallyOf = (item: {
  readonly splits: readonly string[];
  readonly annotations: Iterable<AnnotationRecord>;
}): Tally => {
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
