import type { Document } from '../documents/port.js';
import type { EventLog } from '../eventlog/port.js';
import type { Projection } from '../projection/projection.js';
import type { Vault } from '../vault/port.js';
import type { PastReads } from '../context/past.js';
import type { DocumentsReader } from '../paging/documents-reader.js';
import type { PointInTime, QueryContext } from '../context/query-context.js';

/** A collection whose documents can be made from one stream each: the document's id is the stream's. */
export interface TimeTravelled {
  readonly collection: string;
  readonly category: string;
  readonly projection: Projection;
  /** Whether a reader may see that moment of what is so today: lists leave out what it may not. Absent: of everything. */
  readonly isOpen?: (context: PointInTimeReader, today: Document) => Promise<boolean>;
}

/** Who reads which moment. */
export type PointInTimeReader = Pick<QueryContext, 'principal' | 'rights' | 'at' | 'pointInTime'>;

export interface AsOfOptions {
  readonly log: EventLog;
  readonly vault: Vault;
  readonly today: DocumentsReader;
  readonly collections: readonly TimeTravelled[];
  readonly pointInTime: PointInTime;
  readonly reader: Pick<QueryContext, 'principal' | 'rights' | 'at'>;
  /** Absent: without a bound. */
  readonly past?: PastReads | undefined;
}

/** The same with nothing absent. */
export type AsOf = AsOfOptions & { readonly past: PastReads };
