import type { ReadModel } from '../documents/port.js';
import { parkedCollection } from '../targets/documents.js';
import type { Projection } from '../projection/projection.js';

/** What the store must hold for a projection: its own collections, what is derived of them and the list of parked streams. */
export const readModelOf = ({
  name,
  version,
  collections,
  derived,
}: Pick<Projection, 'name' | 'version' | 'collections' | 'derived'>): ReadModel => ({
  projection: name,
  version,
  collections: [...collections, ...(derived?.collections ?? []), parkedCollection(name)],
});
