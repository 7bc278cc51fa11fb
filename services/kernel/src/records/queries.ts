import { type AnyRecord, type HistoryEntry, shownOf } from '@cairn/contracts';
import type { Document, Filter } from '../documents/port.js';
import { findsNothing } from '../documents/words.js';
import { type Refusal } from '../base/refusal.js';
import type { Projection } from '../projection/projection.js';
import { NOTHING, sent, wordsIn } from '../paging/conditions.js';
import { historyPage, type HistorySource } from '../queries/history-page.js';
import { mapPage, pageOf } from '../paging/paging.js';
import type { Page, PageRequest } from '../paging/page.js';
import type { QueryContext, Versioned } from '../context/query-context.js';
import { collectionOf } from './project.js';
import type { PlainRules, RecordPermission } from './rules.js';
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
  listOpenly(
    this: void,
    context: QueryContext,
    page: PageRequest,
    filters?: Filters,
  ): Promise<Page<Resource>>;
  /** What happened to one, to a deleted one too. */
  history(
    this: void,
    source: HistorySource,
    context: QueryContext,
    path: RecordPath,
    page: PageRequest,
  ): Promise<Page<HistoryEntry> | undefined>;
}

const resourceOf = (record: AnyRecord, document: Document): object => {
  const { id, created_at, updated_at } = document;
  return { id, created_at, updated_at, ...shownOf(record.description, completed(record, document)) };
};

/** As the projection keeps one. */
interface RecordDocument extends Document {
  readonly revision: string;
  readonly deleted: boolean;
  readonly deleted_at?: string;
}

const ownId = (path: RecordPath): string => path['id'] ?? '';

/** Where the documents of a record are, and who may know of them. */
interface Source {
  readonly record: AnyRecord;
  readonly projection: Projection;
  readonly rules: PlainRules;
}

/** Whether what it is in is there for the caller, at the moment that is read. */
const isPlaced = async (
  { record, rules: { parent } }: Source,
  context: QueryContext,
  path: RecordPath,
  permission: RecordPermission = 'read',
): Promise<boolean> => {
  const { inside } = record.description;
  return inside === undefined || (await parent?.isOpen(context, path[inside] ?? '', permission)) === true;
};

/** Where the history of what it is in begins for the reader. */
const visibleSince = async (
  { record, rules: { parent } }: Source,
  context: QueryContext,
  path: RecordPath,
): Promise<string | undefined> =>
  parent?.visibleSince?.(context, path[record.description.inside ?? ''] ?? '');

/** What was deleted before the history begins has never been for the reader. */
const wasGoneBefore = ({ deleted, deleted_at = '' }: RecordDocument, since: string | undefined): boolean =>
  deleted && since !== undefined && deleted_at < since;

const isAt = (document: Document, inside: string | undefined, path: RecordPath): boolean =>
  inside === undefined || document[inside] === path[inside];

/** As it was at the moment that is read, for who may read it today. */
const readable = async (
  source: Source,
  context: QueryContext,
  path: RecordPath,
): Promise<RecordDocument | undefined> => {
  const { record, rules } = source;
  const { inside } = record.description;
  const [collection, id] = [collectionOf(record), ownId(path)];
  if (!(await isPlaced(source, context, path))) return undefined;
  const document = (await context.documents.get(collection, id)) as RecordDocument | undefined;
  if (document === undefined || !isAt(document, inside, path)) return undefined;
  if (wasGoneBefore(document, await visibleSince(source, context, path))) return undefined;
  const today = context.pointInTime === undefined ? document : await context.today.get(collection, id);
  return rules.may(context.principal, 'read', today ?? document) === undefined ? document : undefined;
};

/** One page of those in one place, which the caller may see. */
const pageIn = async (
  { record }: Source,
  context: QueryContext,
  page: PageRequest,
  within: RecordPath,
  { q, deleted = false, ...fields }: PlainFilters,
): Promise<Page<object>> => {
  const words = typeof q === 'string' ? q : undefined;
  if (findsNothing(words)) return NOTHING;
  const filter: Filter = {
    fields: { ...sent(fields), ...within, deleted, ...(deleted === true ? { purged: false } : {}) },
    ...wordsIn(words),
  };
  const found = await pageOf(context.documents, collectionOf(record), filter, page);
  return mapPage(found, (document) => resourceOf(record, document));
};

/** The queries of a record. */
export const recordQueries = <Resource extends object, Filters>(
  source: Source,
): RecordQueries<Resource, Filters> => {
  const { record, rules, projection } = source;
  const { inside } = record.description;
  const listed = async (context: QueryContext, page: PageRequest, within: RecordPath, filters?: Filters) =>
    (await pageIn(source, context, page, within, filters ?? {})) as Page<Resource>;
  return {
    byId: async (context, path, { deletedToo } = { deletedToo: false }) => {
      const document = await readable(source, context, path);
      if (document === undefined || (document.deleted && !deletedToo)) return undefined;
      const resource = resourceOf(record, document) as Resource;
      return { resource, revision: document.revision, streams: [`${record.category}-${document.id}`] };
    },
    list: async (context, path, page, filters) => {
      if (!(await isPlaced(source, context, path))) return undefined;
      const permission = (filters as PlainFilters | undefined)?.['deleted'] === true ? 'delete' : 'read';
      const refused = rules.may(context.principal, permission, undefined);
      if (refused !== undefined) return refused;
      if (!(await isPlaced(source, context, path, permission))) return NOTHING;
      return listed(context, page, inside === undefined ? {} : { [inside]: path[inside] ?? '' }, filters);
    },
    listOpenly: (context, page, filters) => listed(context, page, {}, filters),
    history: async (log, context, path, page) => {
      if ((await readable(source, context, path)) === undefined) return undefined;
      const { pointInTime, past } = context;
      const id = ownId(path);
      const stream = `${record.category}-${id}`;
      const collection = collectionOf(record);
      const since = await visibleSince(source, context, path);
      return historyPage({ ...log, pointInTime, past, since, stream, id, collection, projection }, page);
    },
  };
};
