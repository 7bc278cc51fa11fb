import type { AnyRecord, HistoryEntry } from '@cairn/contracts';
import type { Document, Filter } from '../documents/port.js';
import { findsNothing } from '../documents/words.js';
import { type Refusal } from '../domain/refusal.js';
import type { Projection } from '../reactions/projection.js';
import { NOTHING, sent, wordsIn } from '../queries/conditions.js';
import { historyPage, type HistorySource } from '../queries/history-page.js';
import { mapPage, pageOf } from '../queries/paging.js';
import type { Page, PageRequest, QueryContext, Versioned } from '../queries/query-context.js';
import { collectionOf } from './project.js';
import type { PlainRules } from './rules.js';
import { completed } from './state.js';

/** The parameters of a path: its own id, and that of what it is in. */
export type RecordPath = Readonly<Record<string, string>>;

/** What lists are narrowed by, as it was sent. */
type PlainFilters = Readonly<Record<string, string | number | boolean | undefined>>;

/** What is read of a record; `undefined` where the caller may not know of it. */
export interface RecordQueries<Resource, Filters> {
  byId(
    this: void,
    context: QueryContext,
    path: RecordPath,
    deleted?: { readonly deletedToo: boolean },
  ): Promise<Versioned<Resource> | undefined>;
  list(
    this: void,
    context: QueryContext,
    path: RecordPath,
    page: PageRequest,
    filters?: Filters,
  ): Promise<Page<Resource> | Refusal | undefined>;
  /** The same for those whom another operation lets in: what it is in, and rights, are not asked. */
  listOpenly(this: void, context: QueryContext, page: PageRequest, filters?: Filters): Promise<Page<Resource>>;
  /** What happened to one, to a deleted one too. */
  history(
    this: void,
    source: HistorySource,
    context: QueryContext,
    path: RecordPath,
    page: PageRequest,
  ): Promise<Page<HistoryEntry> | undefined>;
}

const resourceOf = <Resource>(record: AnyRecord, document: Document): Resource => {
  const { id, created_at, updated_at } = document;
  return { id, created_at, updated_at, ...completed(record, document) } as Resource;
};

const ownId = (path: RecordPath): string => path['id'] ?? '';

/** The queries of a record. */
export const recordQueries = <Resource, Filters>(
  record: AnyRecord,
  projection: Projection,
  { parent, may }: PlainRules,
): RecordQueries<Resource, Filters> => {
  const collection = collectionOf(record);
  const { inside } = record.description;
  const isPlaced = async (context: QueryContext, path: RecordPath, isEnding = false): Promise<boolean> =>
    inside === undefined ||
    (await parent?.isOpen(context, path[inside] ?? '', isEnding ? 'delete' : 'read')) === true;
  /** As it was at the moment that is read, for who may read it today. */
  const readable = async (context: QueryContext, path: RecordPath): Promise<Document | undefined> => {
    if (!(await isPlaced(context, path))) return undefined;
    const document = await context.documents.get(collection, ownId(path));
    if (document === undefined) return undefined;
    if (inside !== undefined && document[inside] !== path[inside]) return undefined;
    const today =
      context.pointInTime === undefined ? document : await context.today.get(collection, ownId(path));
    return may(context.principal, 'read', today ?? document) === undefined ? document : undefined;
  };
  const listOf = async (
    context: QueryContext,
    page: PageRequest,
    filters: unknown,
    within: RecordPath = {},
  ): Promise<Page<Resource>> => {
    const { q, deleted = false, ...fields } = (filters ?? {}) as PlainFilters;
    const words = typeof q === 'string' ? q : undefined;
    if (findsNothing(words)) return NOTHING;
    const filter: Filter = {
      fields: { ...sent(fields), ...within, deleted, ...(deleted === true ? { purged: false } : {}) },
      ...wordsIn(words),
    };
    const found = await pageOf(context.documents, collection, filter, page);
    return mapPage(found, (document) => resourceOf(record, document));
  };
  return {
    byId: async (context, path, { deletedToo } = { deletedToo: false }) => {
      const document = await readable(context, path);
      if (document === undefined || (document['deleted'] === true && !deletedToo)) return undefined;
      const revision = String(document['revision']);
      return { resource: resourceOf(record, document), revision, streams: [`${record.category}-${document.id}`] };
    },
    list: async (context, path, page, filters) => {
      const isEnding = (filters as PlainFilters | undefined)?.['deleted'] === true;
      if (!(await isPlaced(context, path))) return undefined;
      const refused = may(context.principal, isEnding ? 'delete' : 'read', undefined);
      if (refused !== undefined) return refused;
      if (!(await isPlaced(context, path, isEnding))) return NOTHING;
      return listOf(context, page, filters, inside === undefined ? {} : { [inside]: path[inside] ?? '' });
    },
    listOpenly: listOf,
    history: async (source, context, path, page) => {
      if ((await readable(context, path)) === undefined) return undefined;
      const { pointInTime, past } = context;
      const id = ownId(path);
      const stream = `${record.category}-${id}`;
      return historyPage({ ...source, pointInTime, past, stream, id, collection, projection }, page);
    },
  };
};
