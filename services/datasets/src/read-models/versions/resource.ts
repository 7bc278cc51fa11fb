import { sent } from '@cairn/kernel';
import type { DatasetSplit, DatasetVersion, Label } from '@cairn/contracts';
import type { LabelDocument, SplitDocument, VersionDocument, VersionHead } from '../documents.js';

export const splitResource = (split: SplitDocument, version: VersionDocument): DatasetSplit => ({
  id: split.id,
  created_at: split.created_at,
  updated_at: split.updated_at,
  name: split.name,
  description: split.description,
  user_id: split.user_id,
  version_id: version.id,
});

export const labelResource = (label: LabelDocument, version: VersionDocument): Label => ({
  id: label.id,
  created_at: label.created_at,
  updated_at: label.updated_at,
  name: label.name,
  description: label.description,
  color: label.color,
  number: label.number,
  type: label.type,
  ...sent({ parent_id: seenParent(label, version), attributes: label.attributes }),
  dataset_id: version.dataset_id,
  version_id: version.id,
  user_id: label.user_id,
  auto_created: label.auto_created,
});

/** A parent that was deleted is not seen; its children stay. */
const seenParent = ({ parent_id }: LabelDocument, { labels }: VersionDocument): string | undefined =>
  parent_id !== undefined && Object.hasOwn(labels, parent_id) && labels[parent_id]?.deleted === true
    ? undefined
    : parent_id;

/** The splits of a version that are not deleted, in the order in which they were made. */
export const splitsOf = (version: VersionDocument): readonly DatasetSplit[] =>
  Object.values(version.splits)
    .filter(({ deleted }) => !deleted)
    .sort((one, other) => compare(one.created_at, other.created_at))
    .map((split) => splitResource(split, version));

/** The labels of a version that are not deleted, by their numbers. */
export const labelsOf = (version: VersionDocument): readonly Label[] =>
  Object.values(version.labels)
    .filter(({ deleted }) => !deleted)
    .sort((one, other) => one.number - other.number)
    .map((label) => labelResource(label, version));

const compare = (one: string, other: string): number => (one === other ? 0 : one < other ? -1 : 1);

/** A version as lists show it, without labels and splits (SPEC-2). */
export const versionHead = (version: VersionHead): DatasetVersion => ({
  id: version.id,
  created_at: version.created_at,
  updated_at: version.updated_at,
  name: version.name,
  description: version.description,
  user_id: version.user_id,
  dataset_id: version.dataset_id,
  default_split: version.default_split,
  config: version.config,
});

/** A version whole. */
export const versionResource = (version: VersionDocument): DatasetVersion => ({
  ...versionHead(version),
  labels: [...labelsOf(version)],
  splits: [...splitsOf(version)],
});
