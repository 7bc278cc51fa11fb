import type { AssetFilters, Deleted } from '@cairn/assets';
import type { Dataset } from '@cairn/contracts';
import {
  type Document,
  mapPage,
  type Page,
  type PageRequest,
  pagesOf,
  type QueryContext,
  type Versioned,
} from '@cairn/kernel';
import type { VersionDocument, VersionHead } from '../documents.js';
import { VERSION_HEADS, VERSIONS } from '../versions/project.js';
import { versionHead, versionResource } from '../versions/resource.js';
import { datasetReads } from './reads.js';
import { datasetResource } from './resource.js';

/** Versions that one statement reads. */
const PAGE = 1000;

/** Versions that are seen, oldest first: documents of `VERSIONS`, or of `VERSION_HEADS`. */
const versionsOf = async (
  documents: QueryContext['documents'],
  collection: string,
  datasetIds: readonly string[],
): Promise<readonly Document[]> => {
  if (datasetIds.length === 0) return [];
  const seen = { fields: { dataset_id: datasetIds, deleted: false, complete: true } };
  const versions: Document[] = [];
  for await (const page of pagesOf(documents, collection, seen, PAGE)) versions.push(...page);
  return versions;
};

/** The versions that lists show, by dataset. */
const headsOf = async (
  documents: QueryContext['documents'],
  datasetIds: readonly string[],
): Promise<ReadonlyMap<string, readonly VersionHead[]>> => {
  const heads = new Map<string, VersionHead[]>(datasetIds.map((id) => [id, []]));
  for (const head of (await versionsOf(documents, VERSION_HEADS, datasetIds)) as readonly VersionHead[])
    heads.get(head.dataset_id)?.push(head);
  return heads;
};

/** A dataset with its versions whole; `undefined` when the caller may not know of it. */
export const datasetById = async (
  context: QueryContext,
  id: string,
  deleted?: Deleted,
): Promise<Versioned<Dataset> | undefined> => {
  const document = await datasetReads.readable(context, id, deleted);
  if (document === undefined) return undefined;
  const versions = (await versionsOf(context.documents, VERSIONS, [id])) as readonly VersionDocument[];
  return {
    resource: datasetResource(document, versions, context, versionResource),
    revision: document.revision,
    streams: [`dataset-${id}`, ...versions.map((version) => `datasetVersion-${version.id}`)],
  };
};

/** The datasets that the caller may see, one query on their reader entries; versions without labels and splits. */
export const datasetsFor = async (
  context: QueryContext,
  page: PageRequest,
  filters: AssetFilters = {},
): Promise<Page<Dataset>> => {
  const heads = new Map<string, readonly VersionHead[]>();
  const beside = async (datasets: readonly Document[]): Promise<void> => {
    const ids = datasets.map(({ id }) => id);
    for (const [id, ofDataset] of await headsOf(context.documents, ids)) heads.set(id, ofDataset);
  };
  const found = await datasetReads.page(context, page, filters, beside);
  return mapPage(found, (document) =>
    datasetResource(document, heads.get(document.id) ?? [], context, versionHead),
  );
};

/** What administrators see of the datasets of a person: as lists show them, whoever may see them. */
export const administeredDatasets = datasetReads.administered('datasets', async (context, datasets) => {
  const heads = await headsOf(
    context.today,
    datasets.map(({ id }) => id),
  );
  return datasets.map((document) =>
    datasetResource(document, heads.get(document.id) ?? [], context, versionHead),
  );
});
