import type { AnyRecord } from '@cairn/contracts';
import { pagesOf } from '../paging/paging.js';
import type { Projection } from '../projection/projection.js';
import { SWEPT_AT_ONCE, type ToSweep, WHETHER_OR_NOT } from '../sweeping/index.js';
import { collectionOf } from './project.js';
import type { Parent } from './rules.js';

/** The documents of records in what was purged. */
export const recordsUnderPurged = (
  record: AnyRecord,
  { name: projection }: Projection,
  inside: string,
  parent: Parent,
): ToSweep =>
  async function* (documents) {
    const purged = { fields: { purged: true } };
    for await (const parents of pagesOf(documents, parent.collection, purged, SWEPT_AT_ONCE))
      for (const { id } of parents)
        yield {
          projection,
          collection: collectionOf(record),
          fields: { [inside]: id, deleted: WHETHER_OR_NOT },
        };
  };
