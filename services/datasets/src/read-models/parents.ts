import { type AccessibleAsset, decideAccess, type Reading } from '@cairn/kernel';
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

/** Whether the caller may read the dataset; `document` is as it is now: the right is always today's. */
const mayRead = (reading: Reading, document: DatasetDocument): boolean =>
  decideAccess(reading.principal, assetOf(document), 'datasets', 'read', reading.at).allowed;

/** The dataset at the moment that is read, when the caller may read it today; else `undefined`. */
export const readableDataset = async (
  reading: Reading,
  id: string,
  { deletedToo = false }: Deleted = {},
): Promise<DatasetDocument | undefined> => {
  const today = (await reading.today.get(DATASETS, id)) as DatasetDocument | undefined;
  if (today === undefined || !mayRead(reading, today)) return undefined;
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
  return version?.dataset_id === datasetId && version.complete ? { dataset, version } : undefined;
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
