import type { DocumentMaps } from '../documents/memory.js';
import type { Document, Filter, FindOptions } from '../documents/port.js';
import { valueAt } from '../documents/changes.js';
import { eventRegistry } from '../domain/registry.js';
import { lastOf, partsWhile } from '../eventlog/parts.js';
import type { EventLog, RecordedEvent, StreamName } from '../eventlog/port.js';
import { type ProjectedEvent, type Projection, projected, projectInMemory } from '../reactions/projection.js';
import type { Vault } from '../vault/port.js';
import type { DocumentsReader, Moment } from './reading.js';

/** A collection whose documents can be made from one stream each: the document's id is the stream's. */
export interface TimeTravelled {
  readonly collection: string;
  readonly category: string;
  readonly projection: Projection;
}

export interface AsOfOptions {
  readonly log: EventLog;
  readonly vault: Vault;
  readonly today: DocumentsReader;
  readonly collections: readonly TimeTravelled[];
  readonly moment: Moment;
}

/**
 * The documents as they were: each is projected from its stream up to the moment, by the same function that fills the
 * store. Lists go over today's rows, which keep what was deleted (`deleted`), and leave out what was not there then.
 */
export const documentsAsOf = (options: AsOfOptions): DocumentsReader => {
  const get = (collection: string, id: string): Promise<Document | undefined> =>
    documentAsOf(options, collection, id);
  const find = async (collection: string, wanted: FindOptions): Promise<readonly Document[]> => {
    const found: Document[] = [];
    let page: FindOptions | undefined = { ...wanted, filter: withDeleted(wanted.filter) };
    while (page !== undefined && found.length < wanted.limit) {
      const rows: readonly Document[] = await options.today.find(collection, page);
      const then = await Promise.all(rows.map((row) => get(collection, row.id)));
      found.push(...then.filter(wasThere));
      page = rows.length < page.limit ? undefined : { ...page, after: keyOf(rows.at(-1)!, page.sort) };
    }
    return found.slice(0, wanted.limit);
  };
  return {
    get,
    find,
    getMany: async (collection, ids) => {
      const found = await Promise.all(ids.map((id) => get(collection, id)));
      return found.filter((document) => document !== undefined);
    },
    count: async (collection, filter, limit) =>
      (await find(collection, { filter, sort: 'created_at', limit })).length,
  };
};

const wasThere = (document: Document | undefined): document is Document =>
  document !== undefined && document['deleted'] !== true;

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
