import type { DocumentMaps } from '../documents/memory.js';
import type { Document, Filter, FindOptions } from '../documents/port.js';
import { valueAt } from '../documents/changes.js';
import { eventRegistry } from '../domain/registry.js';
import { lastOf, partsWhile } from '../eventlog/parts.js';
import type { EventLog, RecordedEvent, StreamName } from '../eventlog/port.js';
import { type ProjectedEvent, type Projection, projected, projectInMemory } from '../reactions/projection.js';
import type { Vault } from '../vault/port.js';
import { COUNT_LIMIT, type DocumentsReader, type Moment, type Reading } from './reading.js';

/** A collection whose documents can be made from one stream each: the document's id is the stream's. */
export interface TimeTravelled {
  readonly collection: string;
  readonly category: string;
  readonly projection: Projection;
  /** Whether a reader may see that moment of what is so today: lists leave out what it may not. Absent: of everything. */
  readonly isOpen?: (reading: MomentRead, today: Document) => boolean;
}

/** Who reads which moment. */
export type MomentRead = Pick<Reading, 'principal' | 'at' | 'moment'>;

export interface AsOfOptions {
  readonly log: EventLog;
  readonly vault: Vault;
  readonly today: DocumentsReader;
  readonly collections: readonly TimeTravelled[];
  readonly moment: Moment;
  readonly reader: Pick<Reading, 'principal' | 'at'>;
}

/**
 * The documents as they were: each is projected from its stream up to the moment, by the same function that fills the
 * store. Lists go over today's rows, which keep when they were made (`created_at`) and what was deleted (`deleted`), and
 * leave out what was not there then, what was not as a filter by yes or no wants it, and what is not open. Nothing is counted further than
 * `COUNT_LIMIT` and one.
 */
export const documentsAsOf = (options: AsOfOptions): DocumentsReader => {
  const get = (collection: string, id: string): Promise<Document | undefined> =>
    documentAsOf(options, collection, id);
  const find = async (collection: string, wanted: FindOptions): Promise<readonly Document[]> => {
    const found: Document[] = [];
    for await (const some of foundThen(options, collection, wanted)) found.push(...some);
    return found.slice(0, wanted.limit);
  };
  return {
    get,
    find,
    getMany: async (collection, ids) => {
      const found: Document[] = [];
      for (let from = 0; from < ids.length; from += ROWS) {
        const some = await Promise.all(ids.slice(from, from + ROWS).map((id) => get(collection, id)));
        found.push(...some.filter((document) => document !== undefined));
      }
      return found;
    },
    count: async (collection, filter, asked) => {
      const limit = Math.min(asked, COUNT_LIMIT + 1);
      let counted = 0;
      for await (const some of foundThen(options, collection, { filter, sort: 'created_at', limit }))
        counted += some.length;
      return Math.min(counted, limit);
    },
  };
};

/** So many streams are read at once. */
const ROWS = 50;

/** What was there then among today's rows, some rows after the other, until there is as much as is wanted. */
async function* foundThen(
  options: AsOfOptions,
  collection: string,
  wanted: FindOptions,
): AsyncGenerator<readonly Document[], void, void> {
  const filter = madeBefore(withDeleted(wanted.filter), options.moment);
  const isOpen = opennessOf(options, collection);
  let page: FindOptions | undefined = { ...wanted, filter };
  let left = wanted.limit;
  while (page !== undefined && left > 0) {
    const limit = Math.min(ROWS, left);
    const rows: readonly Document[] = await options.today.find(collection, { ...page, limit });
    const open = rows.filter(isOpen);
    const then = await Promise.all(open.map(({ id }) => documentAsOf(options, collection, id)));
    const found = then.filter(wasThere).filter((document) => wasSo(document, wanted.filter));
    left -= found.length;
    yield found;
    page = rows.length < limit ? undefined : { ...page, after: keyOf(rows.at(-1)!, page.sort) };
  }
}

const opennessOf = (
  { collections, moment, reader }: AsOfOptions,
  collection: string,
): ((today: Document) => boolean) => {
  const isOpen = collections.find((known) => known.collection === collection)?.isOpen;
  return isOpen === undefined ? () => true : (today) => isOpen({ ...reader, moment }, today);
};

const wasThere = (document: Document | undefined): document is Document =>
  document !== undefined && document['deleted'] !== true;

/** What is so today may not have been so then. That it was there is asked before. */
const wasSo = (document: Document, { fields = {} }: Filter): boolean =>
  Object.entries(fields).every(
    ([field, wanted]) =>
      field === 'deleted' || typeof wanted !== 'boolean' || valueAt(document, field) === wanted,
  );

/** Where the rows behind this one start: a page is filled up when rows of today were not there then. */
const keyOf = (row: Document, sort: string): NonNullable<FindOptions['after']> => {
  const value = valueAt(row, sort.startsWith('-') ? sort.slice(1) : sort);
  return { value: typeof value === 'object' || value === undefined ? null : value, id: row.id };
};

/** Rows that are deleted today may have been there then. */
const withDeleted = (filter: Filter): Filter => {
  if (filter.fields?.['deleted'] === undefined) return filter;
  return { ...filter, fields: { ...filter.fields, deleted: [true, false] } };
};

/** What was made later was not there. Times have milliseconds, and a range ends before its end. */
const madeBefore = (filter: Filter, { at }: Moment): Filter => {
  const to = new Date(Date.parse(at) + 1).toISOString();
  return { ...filter, fields: { created_at: { to }, ...filter.fields } };
};

const documentAsOf = async (
  options: AsOfOptions,
  collection: string,
  id: string,
): Promise<Document | undefined> => {
  const source = options.collections.find((known) => known.collection === collection);
  if (source === undefined) throw new Error(`${collection} cannot be read as it was`);
  const stream = `${source.category}-${id}`;
  const { log, vault, moment } = options;
  const documents: DocumentMaps = new Map();
  for await (const part of partsWhile(log, stream, (event) => isBefore(event, moment)))
    projectInMemory(source.projection, await openAll(source.projection, part, vault), documents);
  return documents.get(collection)?.get(id);
};

/** Whether an event had happened at a moment. */
export const isBefore = (event: RecordedEvent, { at, pinned }: Moment): boolean =>
  pinned?.stream === event.stream ? event.revision <= pinned.revision : event.metadata.at <= at;

/** Opens the events that a projection handles. */
export const openAll = async (
  model: Projection,
  events: readonly RecordedEvent[],
  vault: Vault,
): Promise<readonly ProjectedEvent[]> => {
  const registry = eventRegistry([model]);
  const seen = await Promise.all(events.map(async (event) => projected(registry, event, vault)));
  return seen.filter((event) => event !== undefined);
};

/** The moment of a revision of a stream. `none`: there is no such stream; `future`: it has not come to that revision. */
export const momentOfRevision = async (
  log: EventLog,
  stream: StreamName,
  revision: bigint,
): Promise<Moment | 'none' | 'future'> => {
  const event = await lastOf(log, stream, { through: revision });
  if (event?.revision === revision) return { at: event.metadata.at, pinned: { stream, revision } };
  return event === undefined ? 'none' : 'future';
};
