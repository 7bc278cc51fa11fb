import type { Document, Filter, FindOptions } from '../documents/port.js';
import { eventRegistry } from '../domain/registry.js';

import type { EventLog, RecordedEvent, StreamName } from '../eventlog/port.js';
import { type ProjectedEvent, type Projection, projected, projectInMemory } from '../reactions/projection.js';
import type { Vault } from '../vault/port.js';
import type { DocumentsReader } from './reading.js';

/** A collection whose documents can be made from one stream each: the document's id is the stream's. */
export interface TimeTravelled {
  readonly collection: string;
  readonly category: string;
  readonly projection: Projection;
}

/** The moment: everything up to a time, and one stream exactly up to a revision if one is named. */
export interface Moment {
  /** RFC 3339. */
  readonly at: string;
  readonly pinned?: { readonly stream: StreamName; readonly revision: bigint };
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
    const rows = await options.today.find(collection, { ...wanted, filter: withDeleted(wanted.filter) });
    const then = await Promise.all(rows.map((row) => get(collection, row.id)));
    return then.filter((document) => document !== undefined && document['deleted'] !== true) as Document[];
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
  const events = (await options.log.read(stream)).filter((event) => isBefore(event, options.moment));
  const seen = await openAll(source.projection, events, options.vault);
  return projectInMemory(source.projection, seen).get(collection)?.get(id);
};

const isBefore = (event: RecordedEvent, { at, pinned }: Moment): boolean =>
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

/** What a stream's revision was when, and the id it is about. */
export const momentOfRevision = (events: readonly RecordedEvent[], revision: bigint): Moment | undefined => {
  const event = events.find((candidate) => candidate.revision === revision);
  return event && { at: event.metadata.at, pinned: { stream: event.stream, revision } };
};
