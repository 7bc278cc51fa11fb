import type { ReadModel } from '../documents/port.js';
import { parkedCollection } from '../targets/documents.js';
import type { Projection } from './projection.js';

/** What the store must hold for a projection: its own collections and the list of parked streams. */
export const readModelOf = ({
  name,
  version,
  collections,
}: Pick<Projection, 'name' | 'version' | 'collections'>): ReadModel => ({
  projection: name,
  version,
  collections: [...collections, parkedCollection(name)],
});
