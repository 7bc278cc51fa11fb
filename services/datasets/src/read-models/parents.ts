import {
  type AccessAction,
  type AccessibleAsset,
  decideAccess,
  type MomentRead,
  type Reading,
} from '@cairn/kernel';
import type { DatasetDocument, VersionDocument } from './documents.js';
import { DATASETS } from './datasets/project.js';
import { VERSIONS } from './versions/project.js';

/** Whether what was deleted is given too: the answer to a delete is the record as it was. */
export interface Deleted {
  readonly deletedToo?: boolean;
}

/** What an access decision needs of a dataset. */
export const assetOf = ({ user_id, readers, organization_id }: DatasetDocument): AccessibleAsset => ({
  userId: user_id,
  readers,
  organizationId: organization_id,
});

/** Whether the caller may do that; `document` is as it is now: the right is always today's. */
const may = (
  { principal, at }: Pick<Reading, 'principal' | 'at'>,
  document: DatasetDocument,
  action: AccessAction,
): boolean => decideAccess(principal, assetOf(document), 'datasets', action, at).allowed;

/** Where the history begins that the caller may read, by the dataset as it is now; `undefined`: at the creation. */
const beginningFor = (
  reading: Pick<Reading, 'principal' | 'at'>,
  document: DatasetDocument,
): string | undefined =>
  document.history_from === undefined || may(reading, document, 'write') ? undefined : document.history_from;

/**
 * Whether the caller may see the moment that is read of a dataset as it is now: what was before `history_from` is there
 * for who may write it, and has never been for others. This is the only place that says so.
 */
export const isMomentOpen = (reading: MomentRead, today: DatasetDocument): boolean => {
  const { moment } = reading;
  return moment === undefined || moment.at >= (beginningFor(reading, today) ?? '');
};

/** Where the history of a dataset and of what is in it begins for the caller; `undefined`: at the creation. */
export const visibleSince = async (reading: Reading, datasetId: string): Promise<string | undefined> => {
  const today = (await reading.today.get(DATASETS, datasetId)) as DatasetDocument | undefined;
  return today && beginningFor(reading, today);
};

/** Whether what is deleted was so before the history begins that the caller may read. */
export const wasGoneBefore = (
  { deleted, deleted_at = '' }: { readonly deleted: boolean; readonly deleted_at?: string },
  since: string | undefined,
): boolean => deleted && since !== undefined && deleted_at < since;

/** The dataset at the moment that is read, when the caller may read it, and that moment of it, today; else `undefined`. */
export const readableDataset = async (
  reading: Reading,
  id: string,
  { deletedToo = false }: Deleted = {},
): Promise<DatasetDocument | undefined> => {
  const today = (await reading.today.get(DATASETS, id)) as DatasetDocument | undefined;
  if (today === undefined || !may(reading, today, 'read') || !isMomentOpen(reading, today)) return undefined;
  if (reading.documents === reading.today) return seen(today, deletedToo);
  return seen((await reading.documents.get(DATASETS, id)) as DatasetDocument | undefined, deletedToo);
};

const seen = <Kept extends { readonly deleted: boolean }>(
  document: Kept | undefined,
  deletedToo: boolean,
): Kept | undefined => (document?.deleted === false || deletedToo ? document : undefined);

/** A dataset and one of its versions. */
export interface ReadableParents {
  readonly dataset: DatasetDocument;
  readonly version: VersionDocument;
}

/** A version stands in the log before the dataset that names it (law 5): in its first moment that is today's. */
const namingDataset = async (reading: Reading, id: string): Promise<DatasetDocument | undefined> => {
  const then = (await reading.documents.get(DATASETS, id)) as DatasetDocument | undefined;
  return readableDataset(then === undefined ? { ...reading, documents: reading.today } : reading, id);
};

/** Whether the caller may know of a version that is seen: not when it was deleted before the history begins. */
const isTold = async (reading: Reading, version: VersionDocument): Promise<boolean> =>
  !version.deleted || !wasGoneBefore(version, await visibleSince(reading, version.dataset_id));

/** The version under its dataset; one that stands under another is not found (S2, law 6). */
export const readableVersion = async (
  reading: Reading,
  datasetId: string,
  versionId: string,
  { deletedToo = false }: Deleted = {},
): Promise<ReadableParents | undefined> => {
  const dataset = await namingDataset(reading, datasetId);
  if (dataset === undefined) return undefined;
  const document = (await reading.documents.get(VERSIONS, versionId)) as VersionDocument | undefined;
  const version = seen(document, deletedToo);
  if (version?.dataset_id !== datasetId || !version.complete) return undefined;
  return (await isTold(reading, version)) ? { dataset, version } : undefined;
};

/** A label or split of a version; a deleted one only for who asks for it. */
export const partOf = <Part extends { readonly deleted: boolean }>(
  parts: Readonly<Record<string, Part>>,
  id: string,
  { deletedToo = false }: Deleted = {},
): Part | undefined => (Object.hasOwn(parts, id) ? seen(parts[id], deletedToo) : undefined);

/** The version by its id alone, decided as its full path is (S3). */
export const readableVersionAlone = async (
  reading: Reading,
  versionId: string,
): Promise<ReadableParents | undefined> => {
  const version = (await reading.today.get(VERSIONS, versionId)) as VersionDocument | undefined;
  return version && readableVersion(reading, version.dataset_id, versionId);
};
