import type { ListedVersions, VersionFilters } from '@cairn/assets';
import { type Document, matches, NOTHING, type Page, pageAmong, pageOf } from '@cairn/kernel';
import { versionNamed } from '../../domain/model/alias-fields.js';
import type { ModelDocument } from '../documents.js';
import { metricSortOf, pageByMetric } from './by-metric.js';
import { VERSIONS } from './project.js';

export interface ModelVersionFilters extends VersionFilters {
  readonly alias?: string | undefined;
  /** A tag and its value: `key:value`. */
  readonly tag?: string | undefined;
}

interface Listed extends ListedVersions {
  readonly asset: ModelDocument;
  readonly filters: ModelVersionFilters;
}

/** The version that has an alias, if the list has it. */
const pageOfAlias = async (
  { context: { documents }, asset, filter, page }: Listed,
  alias: string,
): Promise<Page<Document>> => {
  const version = await documents.get(VERSIONS, versionNamed(asset.aliases ?? {}, alias));
  return version === undefined || !matches(version, filter) ? NOTHING : pageAmong([version], page);
};

/** A page of the versions of a model, by an alias, by a tag, in the order of a metric. */
export const pageOfVersions = ({ filter: ofAll, ...listed }: Listed): Promise<Page<Document>> => {
  const { context, asset, filters, page } = listed;
  const { alias, tag } = filters;
  const filter = { ...ofAll, ...(tag === undefined ? {} : { any: { tags_kv: [tag] } }) };
  if (alias !== undefined) return pageOfAlias({ ...listed, filter }, alias);
  const metric = metricSortOf(page.sort);
  return metric === undefined
    ? pageOf(context.documents, VERSIONS, filter, page)
    : pageByMetric(context.documents, asset.id, metric, filter, page);
};
