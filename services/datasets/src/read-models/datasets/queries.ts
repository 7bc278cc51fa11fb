import type { Dataset, FileRecord, Visibility } from '@cairn/contracts';
import {
  type Document,
  type Filter,
  findsNothing,
  type Page,
  type PageRequest,
  type Reading,
  type Versioned,
  wordsQuery,
  mapPage,
  pageOf,
  pagesOf,
} from '@cairn/kernel';
import type { DatasetDocument, VersionDocument, VersionHead } from '../documents.js';
import { createdBetween, NOTHING, sent } from '../conditions.js';
import { type Deleted, readableDataset } from '../parents.js';
import { VERSION_HEADS, VERSIONS } from '../versions/project.js';
import { versionHead, versionResource } from '../versions/resource.js';
import { DATASETS } from './project.js';
import { datasetResource, hasMereReaders } from './resource.js';

/** Versions that one statement reads. */
const PAGE = 1000;

/** Versions that are seen, oldest first: documents of `VERSIONS`, or of `VERSION_HEADS`. */
const versionsOf = async (
  reading: Reading,
  collection: string,
  datasetIds: readonly string[],
): Promise<readonly Document[]> => {
  if (datasetIds.length === 0) return [];
  const seen = { fields: { dataset_id: datasetIds, deleted: false, complete: true } };
  const versions: Document[] = [];
  for await (const page of pagesOf(reading.documents, collection, seen, PAGE)) versions.push(...page);
  return versions;
};

/** The versions that lists show, by dataset. */
const headsOf = async (
  reading: Reading,
  datasetIds: readonly string[],
): Promise<ReadonlyMap<string, readonly VersionHead[]>> => {
  const heads = new Map<string, VersionHead[]>(datasetIds.map((id) => [id, []]));
  for (const head of (await versionsOf(reading, VERSION_HEADS, datasetIds)) as readonly VersionHead[])
    heads.get(head.dataset_id)?.push(head);
  return heads;
};

/** A dataset with its versions whole; `undefined` when the caller may not know of it. */
export const datasetById = async (
  reading: Reading,
  id: string,
  deleted?: Deleted,
): Promise<Versioned<Dataset> | undefined> => {
  const document = await readableDataset(reading, id, deleted);
  if (document === undefined) return undefined;
  const versions = (await versionsOf(reading, VERSIONS, [id])) as readonly VersionDocument[];
  return {
    resource: datasetResource(document, versions, reading, versionResource),
    revision: document.revision,
    streams: [`dataset-${id}`, ...versions.map((version) => `datasetVersion-${version.id}`)],
  };
};

/**
 * Since when those who may only read a dataset see its history; `undefined` while there are none, and while it is
 * deleted.
 */
export const visibleHistoryOf = async (reading: Reading, id: string): Promise<string | undefined> => {
  const document = await readableDataset(reading, id);
  if (document === undefined || !hasMereReaders(document, reading)) return undefined;
  const { created_at, history_from = created_at } = document;
  return history_from > created_at ? history_from : created_at;
};

/** The logo of a dataset; `undefined` when there is none to see. */
export const datasetLogo = async (reading: Reading, id: string): Promise<FileRecord | undefined> =>
  (await readableDataset(reading, id))?.logo ?? undefined;

export interface DatasetFilters {
  readonly q?: string | undefined;
  readonly name?: string | undefined;
  readonly user_id?: string | undefined;
  readonly organization_id?: string | undefined;
  readonly project_id?: string | undefined;
  readonly visibility?: Visibility | undefined;
  readonly public?: boolean | undefined;
  readonly shared_with_me?: boolean | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The datasets that the caller may see, one query on their reader entries; versions without labels and splits. */
export const datasetsFor = async (
  reading: Reading,
  page: PageRequest,
  filters: DatasetFilters = {},
): Promise<Page<Dataset>> => {
  if (findsNothing(filters.q)) return NOTHING;
  const filter = filterOf(reading, filters);
  const found = await pageOf(reading.documents, DATASETS, filter, page);
  const ids = found.elements.map(({ id }) => id);
  const heads = await headsOf(reading, ids);
  return mapPage(found, (document) =>
    datasetResource(document as DatasetDocument, heads.get(document.id) ?? [], reading, versionHead),
  );
};

const filterOf = ({ principal, at }: Reading, filters: DatasetFilters): Filter => {
  const { q, shared_with_me: shared, from, to, ...fields } = filters;
  return {
    fields: {
      ...sent(fields),
      deleted: false,
      ...(shared === false ? { user_id: principal.userId } : {}),
      ...(principal.organizationId === undefined ? {} : { organization_id: principal.organizationId }),
      ...createdBetween({ from, to }),
    },
    readers: { field: 'readers', tokens: principal.tokens, at },
    ...(shared === true ? { any: { shared_with: principal.tokens } } : {}),
    ...(q === undefined ? {} : { words: { field: 'words', ...wordsQuery(q) } }),
  };
};
