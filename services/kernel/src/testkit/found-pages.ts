import { pageBy } from '../documents/page-part.js';
import type { Document, Documents, FindOptions } from '../documents/port.js';

/** Pages by what finds documents: for doubles of a store, whose documents are small. */
export const pagesBy =
  (find: (collection: string, options: FindOptions) => Promise<readonly Document[]>): Documents['findPage'] =>
  (collection, options) =>
    pageBy(options, async (wanted) => ({
      documents: await find(collection, wanted),
      isCut: false,
      bytes: 0,
    }));
