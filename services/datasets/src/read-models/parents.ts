import { type Deleted, seen } from '@cairn/assets';
import type { QueryContext } from '@cairn/kernel';
import type { DatasetDocument, VersionDocument } from './documents.js';
import { datasetReads } from '../datasets.js';
import { VERSIONS } from './versions/project.js';

/** The parameters of a path to a version. */
export interface VersionPath {
  readonly dataset_id: string;
  readonly id: string;
}
/** Those of a path to all of one kind in a version: its items, say. */
export interface InVersion {
  readonly dataset_id: string;
  readonly version_id: string;
}
/** Those of a path to one in a version. */
export interface PartPath extends InVersion {
  readonly id: string;
}

/** A dataset and one of its versions. */
export interface ReadableParents {
  readonly dataset: DatasetDocument;
  readonly version: VersionDocument;
}

/** The version under its dataset; one that stands under another is not found (S2, law 6). `deletedToo`: whichever of them is. */
export const readableVersion = async (
  context: QueryContext,
  datasetId: string,
  versionId: string,
  { deletedToo = false }: Deleted = {},
): Promise<ReadableParents | undefined> => {
  const dataset = await datasetReads.naming(context, datasetId, { deletedToo });
  if (dataset === undefined) return undefined;
  const document = (await context.documents.get(VERSIONS, versionId)) as VersionDocument | undefined;
  const version = seen(document, deletedToo);
  if (version?.dataset_id !== datasetId || !version.complete) return undefined;
  return (await datasetReads.isTold(context, datasetId, version)) ? { dataset, version } : undefined;
};

/** A label or split of a version; a deleted one only for who asks for it. */
export const partOf = <Part extends { readonly deleted: boolean }>(
  parts: Readonly<Record<string, Part>>,
  id: string,
  { deletedToo = false }: Deleted = {},
): Part | undefined => (Object.hasOwn(parts, id) ? seen(parts[id], deletedToo) : undefined);

/** The version by its id alone, decided as its full path is (S03). */
export const readableVersionAlone = async (
  context: QueryContext,
  versionId: string,
): Promise<ReadableParents | undefined> => {
  const version = (await context.today.get(VERSIONS, versionId)) as VersionDocument | undefined;
  return version && readableVersion(context, version.dataset_id, versionId);
};
