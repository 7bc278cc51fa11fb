import type { Principal } from '../access/principal.js';
import type { Rights } from '../access/rights.js';
import type { Document, Documents, Filter, FindOptions } from '../documents/port.js';
import type { StreamName } from '../eventlog/port.js';
import type { PastReads } from './past.js';

/** What a query may ask of the documents, as they are now or as they were. */
export interface DocumentsReader extends Pick<
  Documents,
  'get' | 'getMany' | 'getSome' | 'find' | 'findPage' | 'count'
> {
  /** Of the past: pages of a collection within what a request may read; `undefined` for collections of today. */
  within?(collection: string): PastPages | undefined;
}

/** Pages of the past. Each goes over rows of today, and may end before it is full. */
export interface PastPages {
  /**
   * As `find`; `next` where it ended because enough was read. `beside` reads what is shown beside each document, which is
   * counted too. Throws `PlaceUnknown`.
   */
  page(
    wanted: FindOptions,
    beside: (document: Document) => Promise<void>,
  ): Promise<{ readonly found: readonly Document[]; readonly next?: NonNullable<FindOptions['after']> }>;
  /** As `count`; `isAll` is false where enough was read before all were counted. */
  count(filter: Filter, limit: number): Promise<{ readonly counted: number; readonly isAll: boolean }>;
}

/** The moment: everything up to a time, and one stream exactly up to a revision if one is named. */
export interface PointInTime {
  /** RFC 3339. */
  readonly at: string;
  readonly pinned?: { readonly stream: StreamName; readonly revision: bigint };
}

/** The moment of a revision. `none`: there is no such stream; `future`: it has not come to that revision. */
export type MomentOfRevision = PointInTime | 'none' | 'future';

/** How a service tells the moment of a revision of streams that are too long to be read for it. */
export interface StreamMoments {
  readonly category: string;
  /** `id` is the bare id of the stream, as projections see it, and `documents` are today's. */
  at(this: void, documents: DocumentsReader, id: string, revision: bigint): Promise<MomentOfRevision>;
}

/** Who reads, at which moment, out of what. Every query takes one as its first argument. */
export interface QueryContext {
  readonly principal: Principal;
  /** What people hold in groups now. */
  readonly rights: Rights;
  readonly documents: DocumentsReader;
  /** Now, RFC 3339: what decides whether a share is over. The right to an asset is always today's, also for the past. */
  readonly at: string;
  /** The documents as they are now, whatever moment is read: rights are decided on these. */
  readonly today: DocumentsReader;
  /** What `documents` are of; absent for now. */
  readonly pointInTime?: PointInTime;
  /** What may be read of the past; absent: without a bound. */
  readonly past?: PastReads;
}

/** One page of a list. */
export interface PageRequest {
  readonly limit: number;
  /** `-created_at`: a field, `-` for descending. */
  readonly sort: string;
  readonly after?: { readonly value: string | number | boolean | null; readonly id: string };
  /** `?count=exact`. */
  readonly countExactly?: boolean;
}

export interface Page<Element> {
  readonly elements: readonly Element[];
  /** Where the next page starts; absent on the last. */
  readonly next?: { readonly value: string | number | boolean | null; readonly id: string };
  readonly total: number;
  /** False when there are more than were counted. */
  readonly totalExact: boolean;
}

/** A resource with the revision of its own stream (decimal), which its ETag names. */
export interface Versioned<Resource> {
  readonly resource: Resource;
  readonly revision: string;
  /** Streams it was made of: the answer is marked stale when one of them is parked. */
  readonly streams: readonly string[];
}

/** Lists count exactly up to here (decisions, section 2, *Lists*). */
export const COUNT_LIMIT = 10_000;
