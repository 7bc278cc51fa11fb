import type { Deleted } from '@cairn/assets';
import type { DatasetSplit, DatasetVersion, Label } from '@cairn/contracts';
import {
  createdBetween,
  type Filter,
  findsNothing,
  foldWords,
  firstOf,
  fittingWith,
  heapBytes,
  mapPage,
  matches,
  NOTHING,
  type Page,
  pageAmong,
  pageOf,
  type PageRequest,
  type QueryContext,
  type Refusal,
  sent,
  type Versioned,
  wordsIn,
} from '@cairn/kernel';
import type { VersionDocument, VersionHead } from '../documents.js';
import { datasetReads } from '../../datasets.js';
import {
  type InVersion,
  type PartPath,
  partOf,
  readableVersion,
  readableVersionAlone,
  type VersionPath,
} from '../parents.js';
import { VERSION_HEADS, VERSIONS } from './project.js';
import {
  labelResource,
  labelsOf,
  splitResource,
  splitsOf,
  versionHead,
  versionResource,
} from './resource.js';

const streamsOf = (version: VersionDocument): readonly string[] => [
  `datasetVersion-${version.id}`,
  `dataset-${version.dataset_id}`,
];

const versioned = <Resource>(resource: Resource, version: VersionDocument): Versioned<Resource> => ({
  resource,
  revision: version.revision,
  streams: streamsOf(version),
});

/** A version whole; `undefined` when the caller may not know of it. */
export const versionById = async (
  context: QueryContext,
  { dataset_id, id }: VersionPath,
  deleted?: Deleted,
): Promise<Versioned<DatasetVersion> | undefined> => {
  const found = await readableVersion(context, dataset_id, id, deleted);
  return found && versioned(versionResource(found.version), found.version);
};

export const versionByIdAlone = async (
  context: QueryContext,
  { id }: { readonly id: string },
): Promise<Versioned<DatasetVersion> | undefined> => {
  const found = await readableVersionAlone(context, id);
  return found && versioned(versionResource(found.version), found.version);
};

export interface VersionFilters {
  readonly q?: string | undefined;
  readonly name?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

type OfDataset = Pick<VersionPath, 'dataset_id'>;

/** Versions of a dataset without their labels and splits. */
export const versionsOfDataset = async (
  context: QueryContext,
  { dataset_id }: OfDataset,
  page: PageRequest,
  filters: VersionFilters = {},
): Promise<Page<DatasetVersion> | undefined> =>
  (await datasetReads.readable(context, dataset_id)) === undefined
    ? undefined
    : pageOfVersions(context, { dataset_id, deleted: false }, page, filters);

/** Those that were deleted and can be restored, for who may restore them. */
export const deletedVersionsOfDataset = async (
  context: QueryContext,
  { dataset_id }: OfDataset,
  page: PageRequest,
  filters: VersionFilters = {},
): Promise<Page<DatasetVersion> | Refusal> =>
  (await datasetReads.refusal(context, dataset_id, 'delete')) ??
  pageOfVersions(context, { dataset_id, deleted: true, purged: null }, page, filters);

const pageOfVersions = async (
  context: QueryContext,
  which: NonNullable<Filter['fields']>,
  page: PageRequest,
  { q, name, ...times }: VersionFilters,
): Promise<Page<DatasetVersion>> => {
  if (findsNothing(q)) return NOTHING;
  const filter = {
    fields: {
      ...which,
      complete: true,
      ...sent({ name }),
      ...createdBetween(times),
    },
    ...wordsIn(q),
  };
  const found = await pageOf(context.documents, VERSION_HEADS, filter, page);
  const heads = found.elements as readonly VersionHead[];
  const configs = await longConfigs(context, heads);
  const fitting = fittingWith(heads, configs.covered, ({ id }) => heapBytes(configs.of.get(id)));
  return mapPage(firstOf(found, fitting, page), (document) => {
    const head = document as VersionHead;
    return { ...versionHead(head), config: configs.of.get(head.id) ?? head.config };
  });
};

/** The configs that heads have not, as far as they fit into a page; `covered`: of so many heads. */
const longConfigs = async (
  { documents }: Pick<QueryContext, 'documents'>,
  heads: readonly VersionHead[],
): Promise<{ readonly of: ReadonlyMap<string, string>; readonly covered: number }> => {
  const ids = heads.filter(({ has_long_config }) => has_long_config).map(({ id }) => id);
  const got = await documents.getSome(VERSIONS, ids);
  const missing = ids[got.covered];
  return {
    of: new Map((got.documents as readonly VersionDocument[]).map(({ id, config }) => [id, config])),
    covered: missing === undefined ? heads.length : heads.findIndex(({ id }) => id === missing),
  };
};

export const splitsOfVersion = async (
  context: QueryContext,
  { dataset_id, version_id }: InVersion,
  page: PageRequest,
): Promise<Page<DatasetSplit> | undefined> => {
  const found = await readableVersion(context, dataset_id, version_id);
  return found && pageAmong(splitsOf(found.version), page);
};

export const splitsOfVersionAlone = async (
  context: QueryContext,
  { id }: { readonly id: string },
  page: PageRequest,
): Promise<Page<DatasetSplit> | undefined> => {
  const found = await readableVersionAlone(context, id);
  return found && pageAmong(splitsOf(found.version), page);
};

/** A split under its version, whose revision it has. */
export const splitById = async (
  context: QueryContext,
  { dataset_id, version_id, id }: PartPath,
  deleted?: Deleted,
): Promise<Versioned<DatasetSplit> | undefined> => {
  const found = await readableVersion(context, dataset_id, version_id);
  const split = found && partOf(found.version.splits, id, deleted);
  return split && versioned(splitResource(split, found.version), found.version);
};

export interface LabelFilters {
  readonly q?: string | undefined;
  readonly name?: string | undefined;
}

export const labelsOfVersion = async (
  context: QueryContext,
  { dataset_id, version_id }: InVersion,
  page: PageRequest,
  { q, name }: LabelFilters = {},
): Promise<Page<Label> | undefined> => {
  const found = await readableVersion(context, dataset_id, version_id);
  if (found === undefined) return undefined;
  const labels = labelsOf(found.version)
    .filter((label) => name === undefined || label.name === name)
    .filter((label) => q === undefined || hasWords(label.name, q));
  return pageAmong(labels, page);
};

const hasWords = (name: string, q: string): boolean =>
  !findsNothing(q) && matches({ id: '', words: foldWords([name]) }, wordsIn(q));

/** A label under its version, whose revision it has. */
export const labelById = async (
  context: QueryContext,
  { dataset_id, version_id, id }: PartPath,
  deleted?: Deleted,
): Promise<Versioned<Label> | undefined> => {
  const found = await readableVersion(context, dataset_id, version_id);
  const label = found && partOf(found.version.labels, id, deleted);
  return label && versioned(labelResource(label, found.version), found.version);
};
