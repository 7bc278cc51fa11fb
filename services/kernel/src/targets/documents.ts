import type { Change, Collection, Documents } from '../documents/port.js';
import { pagesOf } from '../paging/paging.js';
import type { Parking, ParkedStream, ProjectionTarget } from './port.js';

/** Parked streams that are read at once. */
const PAGE = 1_000;

/** Parked streams stand beside the documents of their projection, so that both change in one transaction. */
export const parkedCollection = (projection: string): Collection => ({
  name: `parked_${projection.replaceAll(/[^a-z0-9]/gi, '_')}`,
  indexes: [{ kind: 'compound', fields: ['parked_at'] }],
});

/** The documents of a projection as its target. The store was prepared with its read model (`readModelOf`). */
export const documentsTarget = (documents: Documents, projection: string): ProjectionTarget => {
  const collection = parkedCollection(projection).name;
  return {
    checkpoint: (generation) => documents.checkpoint(projection, generation),
    apply: ({ changes, ...batch }) =>
      documents.apply({
        projection,
        ...batch,
        changes: changes.map((change) => asChange(change, collection)),
      }),
    beginNext: () => documents.beginNext(projection),
    promoteNext: (at) => documents.promoteNext(projection, at),
    parked: async function* () {
      for await (const page of pagesOf(documents, collection, {}, PAGE, 'parked_at'))
        yield page.map(parkedFrom);
    },
    parkedAt: async (stream) => {
      const stored = await documents.get(collection, stream);
      return stored === undefined ? undefined : parkedFrom(stored);
    },
  };
};

const asChange = (change: Change | Parking, collection: string): Change => {
  switch (change.kind) {
    case 'park':
      return { kind: 'put', collection, document: { id: change.parked.stream, ...change.parked } };
    case 'release':
      return { kind: 'remove', collection, id: change.stream };
    default:
      return change;
  }
};

const parkedFrom = (document: Readonly<Record<string, unknown>>): ParkedStream => ({
  stream: String(document['stream']),
  revision: String(document['revision']),
  event_id: String(document['event_id']),
  type: String(document['type']),
  position: String(document['position']),
  reason: String(document['reason']),
  parked_at: String(document['parked_at']),
});
