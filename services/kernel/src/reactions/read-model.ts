import type { ReadModel } from '../documents/port.js';
import { parkedCollection } from './parking.js';
import type { Projection } from './projection.js';

/** What the store must hold for a projection: its own collections and the list of parked streams. */
export const readModelOf = ({ name, version, collections }: Projection): ReadModel => ({
  projection: name,
  version,
  collections: [...collections, parkedCollection(name)],
});
