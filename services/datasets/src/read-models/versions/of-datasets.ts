import type { DatasetVersion } from '@cairn/contracts';
import { pagesOf, type QueryContext } from '@cairn/kernel';
import type { VersionDocument, VersionHead } from '../documents.js';
import { VERSION_HEADS, VERSIONS } from './project.js';
import { versionHead, versionResource } from './resource.js';

/** Versions that one statement reads. */
const PAGE = 1000;

/** Versions that are seen, oldest first, by dataset. */
const versionsOf = async (
  documents: QueryContext['documents'],
  collection: string,
  datasetIds: readonly string[],
  shown: (version: VersionHead) => DatasetVersion,
): Promise<ReadonlyMap<string, readonly DatasetVersion[]>> => {
  const versions = new Map<string, DatasetVersion[]>(datasetIds.map((id) => [id, []]));
  if (datasetIds.length === 0) return versions;
  const seen = { fields: { dataset_id: datasetIds, deleted: false, complete: true } };
  for await (const page of pagesOf(documents, collection, seen, PAGE))
    for (const version of page as readonly VersionHead[])
      versions.get(version.dataset_id)?.push(shown(version));
  return versions;
};

/** As lists show them, without labels and splits. */
export const headsOf = (documents: QueryContext['documents'], datasetIds: readonly string[]) =>
  versionsOf(documents, VERSION_HEADS, datasetIds, versionHead);

/** Whole. */
export const wholeVersionsOf = (documents: QueryContext['documents'], datasetIds: readonly string[]) =>
  versionsOf(documents, VERSIONS, datasetIds, (version) => versionResource(version as VersionDocument));
