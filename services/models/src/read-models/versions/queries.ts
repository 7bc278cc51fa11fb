import { type Deleted, numbersOf } from '@cairn/assets';
import { type AssetType, type FileRecord, type HistoryEntry, type ModelVersion } from '@cairn/contracts';
import {
  createdBetween,
  type Document,
  type Filter,
  findsNothing,
  type HistorySource,
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
  streamOf,
  type Versioned,
  wordsIn,
} from '@cairn/kernel';
import { versionNamed } from '../../domain/model/alias-fields.js';
import { modelMetrics } from '../../domain/metrics/state.js';
import { modelVersion } from '../../domain/version/state.js';
import type { ModelDocument, VersionDocument } from '../documents.js';
import { latestMetrics } from '../metrics/queries.js';
import { modelReads } from '../../models.js';
import { readableVersion, type VersionPath } from '../parents.js';
import { activeVersions } from './active.js';
import { metricSortOf, pageByMetric } from './by-metric.js';
import { MODEL_VERSIONS, VERSIONS, versionsProjection } from './project.js';
import { versionResource } from './resource.js';

/** A version whole; `undefined` when the caller may not know of it. */
export const modelVersionById = async (
  context: QueryContext,
  { model_id, id }: VersionPath,
  deleted?: Deleted,
): Promise<Versioned<ModelVersion> | undefined> => {
  const found = await readableVersion(context, model_id, id, deleted);
  if (found === undefined) return undefined;
  const metrics = await latestMetrics(context, id);
  return {
    resource: versionResource(found, found.model, metrics),
    revision: found.version.revision,
    streams: [`modelVersion-${id}`, `model-${model_id}`, streamOf(modelMetrics, id)],
  };
};

export interface VersionFilters {
  readonly q?: string | undefined;
  readonly name?: string | undefined;
  readonly alias?: string | undefined;
  /** A tag and its value: `key:value`. */
  readonly tag?: string | undefined;
  readonly deleted?: boolean | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** What was purged is not told: it cannot be restored. */
const filterOf = (model_id: string, { q, name, tag, deleted = false, from, to }: VersionFilters): Filter => ({
  fields: {
    ...{ model_id, deleted },
    ...(deleted ? { purged: null } : {}),
    ...sent({ name }),
    ...createdBetween({ from, to }),
  },
  ...(tag === undefined ? {} : { any: { tags_kv: [tag] } }),
  ...wordsIn(q),
});

/** The version that has an alias, if the list has it. */
const pageOfAlias = async (
  { documents }: QueryContext,
  model: ModelDocument,
  alias: string,
  filter: Filter,
  page: PageRequest,
): Promise<Page<Document>> => {
  const version = await documents.get(VERSIONS, versionNamed(model.aliases ?? {}, alias));
  return version === undefined || !matches(version, filter) ? NOTHING : pageAmong([version], page);
};

const documentsOf = (
  context: QueryContext,
  model: ModelDocument,
  page: PageRequest,
  filters: VersionFilters,
): Promise<Page<Document>> => {
  const filter = filterOf(model.id, filters);
  if (filters.alias !== undefined) return pageOfAlias(context, model, filters.alias, filter, page);
  const metric = metricSortOf(page.sort);
  return metric === undefined
    ? pageOf(context.documents, VERSIONS, filter, page)
    : pageByMetric(context.documents, model.id, metric, filter, page);
};

/** Versions of a model without their metrics; deleted ones for who may restore them. */
export const versionsOfModel = async (
  context: QueryContext,
  { model_id }: Pick<VersionPath, 'model_id'>,
  page: PageRequest,
  filters: VersionFilters = {},
): Promise<Page<ModelVersion> | Refusal | undefined> => {
  const model = await modelReads.readable(context, model_id);
  if (model === undefined) return undefined;
  const refused =
    filters.deleted === true ? await modelReads.refusal(context, model_id, 'delete') : undefined;
  if (refused !== undefined) return refused;
  if (findsNothing(filters.q)) return NOTHING;
  const found = await documentsOf(context, model, page, filters);
  const numbers = await numbersOf(
    context,
    { collection: MODEL_VERSIONS.numbers },
    found.elements.map(({ id }) => id),
  );
  // What no model has taken in is not there: a command that made it ended half way.
  const taken = found.elements.filter(({ id }) => numbers.has(id));
  return mapPage({ ...found, elements: taken }, (document) =>
    versionResource({ version: document as VersionDocument, number: numbers.get(document.id)! }, model),
  );
};

/** A page of the events of a version, a deleted one too, and one of a model that is deleted. */
export const modelVersionHistory = async (
  source: HistorySource,
  context: QueryContext,
  { model_id, id }: VersionPath,
  page: PageRequest,
): Promise<Page<HistoryEntry> | undefined> => {
  if ((await readableVersion(context, model_id, id, { deletedToo: true })) === undefined) return undefined;
  const told = { category: modelVersion.category, collection: VERSIONS, projection: versionsProjection, id };
  return modelReads.historyWithin(source, context, model_id, told, page);
};

/** A file of a version; `undefined` when there is none that the caller may read. */
export const versionFile = async (
  context: QueryContext,
  modelId: string,
  versionId: string,
  type: AssetType,
): Promise<FileRecord | undefined> =>
  (await readableVersion(context, modelId, versionId))?.version.assets[type]?.file;

/** A file of the active version. */
export const modelFile = async (
  context: QueryContext,
  modelId: string,
  type: AssetType,
): Promise<FileRecord | undefined> => {
  const model = await modelReads.readable(context, modelId);
  if (model === undefined) return undefined;
  return (await activeVersions(context, [model])).get(modelId)?.assets[type]?.file;
};
