import type { Deleted } from '@cairn/assets';
import type { Annotation, DatasetItem, FileRecord } from '@cairn/contracts';
import {
  createdBetween,
  type Filter,
  findsNothing,
  fittingWith,
  mapPage,
  NOTHING,
  type Page,
  pageAmong,
  pageOf,
  type PageRequest,
  type QueryContext,
  sent,
  type Total,
  type Versioned,
  wordsIn,
} from '@cairn/kernel';
import { countOf } from '../counters/queries.js';
import type { ItemDocument, VersionDocument } from '../documents.js';
import { type InVersion, type PartPath, readableVersion } from '../parents.js';
import { ITEMS } from './project.js';
import { annotationsOf, bytesNamedIn, itemResource, namedIn, shortlyNamedIn } from './resource.js';

const readableItem = async (
  context: QueryContext,
  { id, ...path }: PartPath,
  { deletedToo = false }: Deleted = {},
): Promise<{ readonly item: ItemDocument; readonly version: VersionDocument } | undefined> => {
  const found = await readableVersion(context, path.dataset_id, path.version_id);
  if (found === undefined) return undefined;
  const item = (await context.documents.get(ITEMS, id)) as ItemDocument | undefined;
  if (item?.version_id !== path.version_id || (item.deleted && !deletedToo)) return undefined;
  return { item, version: found.version };
};

const versioned = <Resource>(resource: Resource, item: ItemDocument): Versioned<Resource> => ({
  resource,
  revision: item.revision,
  streams: [`datasetItem-${item.id}`, `datasetVersion-${item.version_id}`, `dataset-${item.dataset_id}`],
});

/** An item with its annotations; `undefined` when the caller may not know of it. */
export const itemById = async (
  context: QueryContext,
  path: PartPath,
  deleted?: Deleted,
): Promise<Versioned<DatasetItem> | undefined> => {
  const found = await readableItem(context, path, deleted);
  return found && versioned(itemResource(found.item, shortlyNamedIn(found.version)), found.item);
};

/** The file of an item; `undefined` when there is none to see. */
export const itemFile = async (context: QueryContext, path: PartPath): Promise<FileRecord | undefined> => {
  const item = (await readableItem(context, path))?.item;
  if (item?.content_sha256 === undefined) return undefined;
  return {
    sha256: item.content_sha256,
    size: item.size ?? 0,
    content_type: item.content_type ?? 'application/octet-stream',
    file_name: item.file_name ?? item.name,
  };
};

export interface ItemFilters {
  readonly q?: string | undefined;
  readonly name?: string | undefined;
  readonly split_id?: string | undefined;
  readonly label_id?: string | undefined;
  readonly user_id?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Items of a version; what names a deleted split or label finds nothing. */
export const itemsOfVersion = async (
  context: QueryContext,
  path: InVersion,
  page: PageRequest,
  filters: ItemFilters = {},
): Promise<Page<DatasetItem> | undefined> => {
  const found = await readableVersion(context, path.dataset_id, path.version_id);
  if (found === undefined) return undefined;
  const named = shortlyNamedIn(found.version);
  const { split_id: split, label_id: label } = filters;
  const isGone =
    (split !== undefined && !named.splits.has(split)) || (label !== undefined && !named.labels.has(label));
  if (isGone || findsNothing(filters.q)) return NOTHING;
  const total = await countedTotal(context, path, filters);
  const bytesBeside = bytesNamedIn(named);
  const documents = await pageOf(context.documents, ITEMS, filterOf(path, filters), page, {
    total,
    beside: async (items) => fittingWith(items, items.length, (item) => bytesBeside(item as ItemDocument)),
  });
  return mapPage(documents, (item) => itemResource(item as ItemDocument, named));
};

const filterOf = (path: InVersion, filters: ItemFilters): Filter => {
  const { q, name, split_id, label_id, user_id, ...times } = filters;
  const any = {
    ...(split_id === undefined ? {} : { splits: [split_id] }),
    ...(label_id === undefined ? {} : { label_ids: [label_id] }),
  };
  return {
    fields: {
      version_id: path.version_id,
      deleted: false,
      ...sent({ name, user_id }),
      ...createdBetween(times),
    },
    ...(Object.keys(any).length === 0 ? {} : { any }),
    ...wordsIn(q),
  };
};

/** Exact, from the counters, while nothing else narrows the list (SPEC-lists). */
const countedTotal = async (
  context: QueryContext,
  path: InVersion,
  { split_id: splitId, label_id: labelId, ...others }: ItemFilters,
): Promise<Total | undefined> => {
  const narrowed = Object.values(others).some((value) => value !== undefined);
  if (narrowed || context.documents !== context.today) return undefined;
  return { total: await countOf(context.today, path.version_id, { splitId, labelId }), totalExact: true };
};

export interface AnnotationFilters {
  readonly label_id?: string | undefined;
  readonly user_id?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

type InItem = InVersion & { readonly item_id: string };

export const annotationsOfItem = async (
  context: QueryContext,
  { item_id, ...path }: InItem,
  page: PageRequest,
  filters: AnnotationFilters = {},
): Promise<Page<Annotation> | undefined> => {
  const found = await readableItem(context, { ...path, id: item_id });
  if (found === undefined) return undefined;
  const all = annotationsOf(found.item, shortlyNamedIn(found.version));
  return pageAmong(
    all.filter((annotation) => passes(annotation, filters)),
    page,
  );
};

const passes = (annotation: Annotation, { label_id, user_id, from, to }: AnnotationFilters): boolean =>
  (label_id === undefined || annotation.label_id === label_id) &&
  (user_id === undefined || annotation.user_id === user_id) &&
  (from === undefined || annotation.created_at >= from) &&
  (to === undefined || annotation.created_at < to);

/** An annotation under its item, whose revision it has. */
export const annotationById = async (
  context: QueryContext,
  { item_id, id, ...path }: InItem & { readonly id: string },
): Promise<Versioned<Annotation> | undefined> => {
  const found = await readableItem(context, { ...path, id: item_id });
  if (found === undefined) return undefined;
  const annotation = annotationsOf(found.item, namedIn(found.version)).find((one) => one.id === id);
  return annotation && versioned(annotation, found.item);
};
