import type { Principal } from '../access/principal.js';
import type { Rights } from '../access/rights.js';
import type { DocumentsReader } from '../paging/documents-reader.js';
import type { StreamName } from '../base/position.js';
import type { PastReads } from './past.js';

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

/** A resource with the revision of its own stream (decimal), which its ETag names. */
export interface Versioned<Resource> {
  readonly resource: Resource;
  readonly revision: string;
  /** Streams it was made of: the answer is marked stale when one of them is parked. */
  readonly streams: readonly string[];
}
