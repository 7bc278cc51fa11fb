import {
  type DatasetVersionEvent,
  datasetVersionStreamEvents,
  type LabelRecordChanges,
} from '@cairn/contracts';
import {
  changedFields,
  isRefusal,
  notRevertible,
  purgeAt,
  type Refusal,
  refuse,
  same,
  undoneFields,
} from '@cairn/kernel';
import { labelRefused } from './labels.js';
import { splitRefused } from './new-splits.js';
import {
  type KnownLabel,
  type KnownSplit,
  type KnownVersion,
  liveSplit,
  type VersionState,
} from './state.js';

const events = datasetVersionStreamEvents;
type Events = readonly DatasetVersionEvent[] | Refusal;

export const versionPurged = (): Refusal => refuse('purged', 'The version was removed for good.');

/** Items of a dataset of one classification would show more of them again (SPEC-5). */
export const manyClassified = (): Refusal =>
  refuse(
    'multi_label_violation',
    'Items would have more than one classification: take those away first, or set `multi_label` of the dataset.',
  );

/** The events that undo what one event did to a version, its splits and its labels; a version that goes again goes at `at`. */
export const versionUndone = (
  before: KnownVersion,
  after: KnownVersion,
  current: KnownVersion,
  at: string,
): Events => {
  const parts = [
    fieldsUndone(before, after, current, at),
    ...touched(before.splits, after.splits).map((id) =>
      splitUndone(before.splits[id], after.splits[id]!, current, before),
    ),
    ...touched(before.labels, after.labels).map((id) =>
      labelUndone(before.labels[id], after.labels[id]!, current),
    ),
  ];
  const refusals = parts.filter((part) => isRefusal(part));
  if (refusals.length > 0) return notRevertible(refusals.flatMap(pointersOf));
  const undone = parts.flatMap((part) => (isRefusal(part) ? [] : part));
  return undone.length === 0 ? notRevertible() : undone;
};

const pointersOf = ({ errors = [] }: Refusal): readonly string[] =>
  errors.flatMap(({ pointer }) => (pointer === undefined ? [] : [pointer]));

/** What pointers to what was changed since lead into: labels and splits by id. */
export const viewOfVersion = (version: VersionState): unknown =>
  version.status === 'none' ? undefined : { ...version, deleted: version.status !== 'live' };

const touched = <Part>(before: Readonly<Record<string, Part>>, after: Readonly<Record<string, Part>>) =>
  Object.keys(after).filter((id) => !same(before[id], after[id]));

const fieldsOf = ({ name, description, config, status, default_split }: KnownVersion) => ({
  name,
  description,
  config,
  status,
  default_split,
});

const fieldsUndone = (
  before: KnownVersion,
  after: KnownVersion,
  current: KnownVersion,
  at: string,
): Events => {
  const ofSplit = touched(before.splits, after.splits).length > 0;
  const undone = undoneFields(
    fieldsOf(before),
    fieldsOf(ofSplit ? { ...after, default_split: before.default_split } : after),
    fieldsOf(current),
  );
  if (undone.changedSince.length > 0) return notRevertible(undone.changedSince);
  const { status, ...changes } = undone.fields;
  if (changes.default_split && liveSplit(current, changes.default_split) === undefined)
    return notRevertible();
  return [
    ...(Object.keys(changes).length === 0 ? [] : [events.DatasetVersionUpdated.of({ changes })]),
    ...statusUndone(status, at),
  ];
};

const statusUndone = (
  status: KnownVersion['status'] | undefined,
  at: string,
): readonly DatasetVersionEvent[] => {
  switch (status) {
    case undefined:
      return [];
    case 'live':
      return [events.DatasetVersionRestored.of({})];
    case 'deleted':
      return [events.DatasetVersionDeleted.of({ purge_at: purgeAt(at) })];
    case 'purged':
      return [events.DatasetVersionPurged.of({})];
    default:
      return status satisfies never;
  }
};

const splitUndone = (
  before: KnownSplit | undefined,
  after: KnownSplit,
  current: KnownVersion,
  versionBefore: KnownVersion,
): Events => {
  const now = current.splits[after.id];
  if (now === undefined) return notRevertible();
  const at = `/splits/${after.id}`;
  const gone = notRevertible([`${at}/deleted`]);
  if (before === undefined) return now.deleted ? gone : [splitDeleted(current, after.id)];
  const undone = undoneFields(before, after, now, at);
  if (undone.changedSince.length > 0) return notRevertible(undone.changedSince);
  return undone.fields.deleted === true
    ? [splitDeleted(current, after.id)]
    : splitAgain(now, undone.fields, current, versionBefore);
};

/** The split as it was, unless its name was given to another since. */
const splitAgain = (
  now: KnownSplit,
  { deleted, ...changes }: Partial<KnownSplit>,
  current: KnownVersion,
  versionBefore: KnownVersion,
): Events => {
  const { id } = now;
  if (now.deleted && deleted === undefined) return notRevertible([`/splits/${id}/deleted`]);
  if (splitRefused(current, { ...now, ...changes }) !== undefined) return notRevertible();
  return deleted === false
    ? [splitRestored(current, id, versionBefore.default_split)]
    : [events.SplitUpdated.of({ id, changes: changedFields(now, changes) })];
};

/** The split goes; when it took items without a split, nothing does so from now on. */
export const splitDeleted = (version: KnownVersion, id: string): DatasetVersionEvent =>
  events.SplitDeleted.of({ id, default_split: version.default_split === id ? '' : version.default_split });

/** The split comes back, and takes items again as it did, unless another has been chosen since. */
const splitRestored = (version: KnownVersion, id: string, defaultBefore: string): DatasetVersionEvent =>
  events.SplitRestored.of({
    id,
    default_split: version.default_split === '' && defaultBefore === id ? id : version.default_split,
  });

const labelUndone = (before: KnownLabel | undefined, after: KnownLabel, current: KnownVersion): Events => {
  const { id } = after;
  const now = current.labels[id];
  if (now === undefined) return notRevertible();
  const at = `/labels/${id}`;
  if (before === undefined)
    return now.deleted ? notRevertible([`${at}/deleted`]) : [events.LabelDeleted.of({ id })];
  const { fields, changedSince } = undoneFields(before, after, now, at);
  if (changedSince.length > 0) return notRevertible(changedSince);
  return fields.deleted === true ? [events.LabelDeleted.of({ id })] : labelAgain(now, fields, current);
};

/** The label as it was, unless its name or number was given to another since. */
const labelAgain = (now: KnownLabel, undone: Partial<KnownLabel>, current: KnownVersion): Events => {
  if (labelRefused(current, { ...now, ...undone }) !== undefined) return notRevertible();
  if (undone.deleted === false) return [events.LabelRestored.of({ id: now.id })];
  return now.deleted
    ? notRevertible([`/labels/${now.id}/deleted`])
    : [events.LabelUpdated.of({ id: now.id, changes: undone as LabelRecordChanges })];
};
