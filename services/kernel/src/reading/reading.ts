import type { Principal } from '../access/principal.js';
import type { Documents } from '../documents/port.js';
import type { StreamName } from '../eventlog/port.js';

/** What a query may ask of the documents, as they are now or as they were. */
export type DocumentsReader = Pick<Documents, 'get' | 'getMany' | 'find' | 'count'>;

/** The moment: everything up to a time, and one stream exactly up to a revision if one is named. */
export interface Moment {
  /** RFC 3339. */
  readonly at: string;
  readonly pinned?: { readonly stream: StreamName; readonly revision: bigint };
}

/** Who reads, at which moment, out of what. Every query takes one as its first argument. */
export interface Reading {
  readonly principal: Principal;
  readonly documents: DocumentsReader;
  /** Now, RFC 3339: what decides whether a share is over. The right to an asset is always today's, also for the past. */
  readonly at: string;
  /** The documents as they are now, whatever moment is read: rights are decided on these. */
  readonly today: DocumentsReader;
  /** What `documents` are of; absent for now. */
  readonly moment?: Moment;
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
