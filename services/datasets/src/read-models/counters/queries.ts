import type { LabelStat } from '@cairn/contracts';
import { derivedId, type Page, pageAmong, type PageRequest, type QueryContext } from '@cairn/kernel';
import type { CountDocument, LabelDocument, VersionDocument } from '../documents.js';
import { type InVersion, partOf, readableVersion } from '../parents.js';
import { ALL, counterId, COUNTS } from './project.js';

type Today = QueryContext['today'];

/** One counter; a split or label that is not named stands for all. */
export const countOf = async (
  today: Today,
  versionId: string,
  {
    splitId = ALL,
    labelId = ALL,
  }: { readonly splitId?: string | undefined; readonly labelId?: string | undefined },
): Promise<number> => {
  const found = await today.get(COUNTS, counterId(versionId, splitId, labelId));
  return (found as CountDocument | undefined)?.items ?? 0;
};

/** The counters of labels within a split, by label id. */
const countsOf = async (
  today: Today,
  versionId: string,
  splitId: string,
  labels: readonly LabelDocument[],
): Promise<ReadonlyMap<string, CountDocument>> => {
  const labelIds = new Map(labels.map(({ id }) => [counterId(versionId, splitId, id), id]));
  const found = (await today.getMany(COUNTS, [...labelIds.keys()])) as readonly CountDocument[];
  return new Map(found.map((count) => [labelIds.get(count.id)!, count]));
};

const statOf = (
  splitId: string,
  of: { readonly id: string; readonly created_at: string; readonly updated_at: string },
  labelId: string,
  counts: { readonly items: number; readonly annotations: number; readonly updated_at?: string },
): LabelStat => ({
  id: derivedId(splitId, labelId),
  created_at: of.created_at,
  updated_at: counts.updated_at ?? of.updated_at,
  label_id: labelId,
  split_id: splitId,
  count: counts.items,
  annotation_count: counts.annotations,
  item_count: counts.items,
});

const NOTHING = { items: 0, annotations: 0 };

const splitIn = (version: VersionDocument, splitId: string) => partOf(version.splits, splitId);

type SplitPath = InVersion & { readonly split_id: string };

/** One statistic for each label of the version, also at zero (SPEC-6). */
export const labelStats = async (
  context: QueryContext,
  { dataset_id, version_id, split_id }: SplitPath,
  page: PageRequest,
): Promise<Page<LabelStat> | undefined> => {
  const found = await readableVersion(context, dataset_id, version_id);
  if (found === undefined || splitIn(found.version, split_id) === undefined) return undefined;
  const labels = Object.values(found.version.labels).filter(({ deleted }) => !deleted);
  const counts = await countsOf(context.today, version_id, split_id, labels);
  const stats = labels.map((label) => statOf(split_id, label, label.id, counts.get(label.id) ?? NOTHING));
  return pageAmong(stats, page);
};

/** Items in the split and their annotations; those under deleted labels are hidden (TRAP-13). */
export const splitStat = async (
  context: QueryContext,
  { dataset_id, version_id, split_id }: SplitPath,
): Promise<LabelStat | undefined> => {
  const found = await readableVersion(context, dataset_id, version_id);
  const split = found && splitIn(found.version, split_id);
  if (found === undefined || split === undefined) return undefined;
  const hidden = Object.values(found.version.labels).filter(({ deleted }) => deleted);
  const counts = await countsOf(context.today, version_id, split_id, hidden);
  const whole = (await context.today.get(COUNTS, counterId(version_id, split_id, ALL))) as
    | CountDocument
    | undefined;
  const annotations = [...counts.values()].reduce(
    (left, count) => left - count.annotations,
    whole?.annotations ?? 0,
  );
  return statOf(split_id, split, '', { ...NOTHING, ...whole, annotations });
};
