import type { Document, Documents, Filter, FindOptions } from '../documents/port.js';

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
