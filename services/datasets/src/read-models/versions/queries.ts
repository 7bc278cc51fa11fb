import type { Deleted } from '@cairn/assets';
import type { DatasetSplit, DatasetVersion, Label } from '@cairn/contracts';
import {
  createdBetween,
  findsNothing,
  foldWords,
  mapPage,
  matches,
  NOTHING,
  type Page,
  pageAmong,
  pageOf,
  type PageRequest,
  type QueryContext,
  sent,
  type Versioned,
  wordsIn,
} from '@cairn/kernel';
import type { VersionDocument, VersionHead } from '../documents.js';
import { datasetReads } from '../datasets/reads.js';
import { partOf, readableVersion, readableVersionAlone } from '../parents.js';
import { VERSION_HEADS } from './project.js';
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
  datasetId: string,
  id: string,
  deleted?: Deleted,
): Promise<Versioned<DatasetVersion> | undefined> => {
  const found = await readableVersion(context, datasetId, id, deleted);
  return found && versioned(versionResource(found.version), found.version);
};

export const versionByIdAlone = async (
  context: QueryContext,
  id: string,
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

/** Versions of a dataset without their labels and splits. */
export const versionsOfDataset = async (
  context: QueryContext,
  datasetId: string,
  page: PageRequest,
  { q, name, ...times }: VersionFilters = {},
): Promise<Page<DatasetVersion> | undefined> => {
  if ((await datasetReads.readable(context, datasetId)) === undefined) return undefined;
  if (findsNothing(q)) return NOTHING;
  const filter = {
    fields: {
      dataset_id: datasetId,
      deleted: false,
      complete: true,
      ...sent({ name }),
      ...createdBetween(times),
    },
    ...wordsIn(q),
  };
  const found = await pageOf(context.documents, VERSION_HEADS, filter, page);
  return mapPage(found, (document) => versionHead(document as VersionHead));
};

export const splitsOfVersion = async (
  context: QueryContext,
  datasetId: string,
  versionId: string,
  page: PageRequest,
): Promise<Page<DatasetSplit> | undefined> => {
  const found = await readableVersion(context, datasetId, versionId);
  return found && pageAmong(splitsOf(found.version), page);
};

export const splitsOfVersionAlone = async (
  context: QueryContext,
  versionId: string,
  page: PageRequest,
): Promise<Page<DatasetSplit> | undefined> => {
  const found = await readableVersionAlone(context, versionId);
  return found && pageAmong(splitsOf(found.version), page);
};

/** A split under its version, whose revision it has. */
export const splitById = async (
  context: QueryContext,
  datasetId: string,
  versionId: string,
  id: string,
  deleted?: Deleted,
): Promise<Versioned<DatasetSplit> | undefined> => {
  const found = await readableVersion(context, datasetId, versionId);
  const split = found && partOf(found.version.splits, id, deleted);
  return split && versioned(splitResource(split, found.version), found.version);
};

export interface LabelFilters {
  readonly q?: string | undefined;
  readonly name?: string | undefined;
}

export const labelsOfVersion = async (
  context: QueryContext,
  datasetId: string,
  versionId: string,
  page: PageRequest,
  { q, name }: LabelFilters = {},
): Promise<Page<Label> | undefined> => {
  const found = await readableVersion(context, datasetId, versionId);
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
  datasetId: string,
  versionId: string,
  id: string,
  deleted?: Deleted,
): Promise<Versioned<Label> | undefined> => {
  const found = await readableVersion(context, datasetId, versionId);
  const label = found && partOf(found.version.labels, id, deleted);
  return label && versioned(labelResource(label, found.version), found.version);
};
