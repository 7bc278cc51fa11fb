import { type Blobs, nameKey, type QueryContext, safeName } from '@cairn/kernel';
import {
  type DeclaredLabel,
  type DeclaredSplit,
  delivered,
  type Delivery,
  formatNamed,
} from '../../formats/index.js';
import { partOf, readableVersion } from '../parents.js';
import { declaredLabels, declaredSplits, recordsOf } from './records.js';

/** What is exported: a version, or one of its splits. */
export interface Exported {
  readonly dataset_id: string;
  readonly version_id: string;
  readonly split_id?: string;
}

/** A file on its way; it is made while it is read. */
export interface Export extends Delivery {
  /** With its extension. */
  readonly fileName: string;
}

/** Whether an export can be written in a format of this name. */
export const isWritable = (format: string): boolean => formatNamed(format) !== undefined;

/** Whether what is being exported may still be read. */
export const mayExport = async (
  context: QueryContext,
  { dataset_id, version_id }: Exported,
): Promise<boolean> => (await readableVersion(context, dataset_id, version_id)) !== undefined;

/**
 * A version or a split as a file with the files of its items. `undefined` for who may not know of it. The format is one
 * that `isWritable`.
 */
export const exportOf = async (
  context: QueryContext,
  blobs: Pick<Blobs, 'open'>,
  { dataset_id, version_id, split_id }: Exported,
  formatName: string,
): Promise<Export | undefined> => {
  const found = await readableVersion(context, dataset_id, version_id);
  const split = split_id === undefined ? undefined : found && partOf(found.version.splits, split_id);
  const format = formatNamed(formatName);
  if (found === undefined || format === undefined || (split_id !== undefined && split === undefined))
    return undefined;
  const { dataset, version } = found;
  const [labels, splits] = [declaredLabels(version), declaredSplits(version)];
  const output = await format.write({
    labels,
    splits,
    records: () => recordsOf(context, blobs, version, split_id),
  });
  const delivery = delivered(output);
  const name = [dataset.name, version.name, ...(split === undefined ? [] : [split.name])]
    .map(safeName)
    .join('-');
  const notHeld = [...delivery.notHeld, ...ofOneName(labels, splits)];
  return { ...delivery, notHeld, fileName: `${name}${delivery.extension}` };
};

/** Files name labels and splits, so those of one name come back as one. */
const ofOneName = (labels: readonly DeclaredLabel[], splits: readonly DeclaredSplit[]): readonly string[] => [
  ...(areApart(labels.map(({ name }) => nameKey(name))) ? [] : ['labels of one name']),
  ...(areApart(splits.map(({ name }) => nameKey(name))) ? [] : ['splits of one name']),
];

const areApart = (names: readonly string[]): boolean => new Set(names).size === names.length;
