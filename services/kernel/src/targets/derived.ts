import type { Change, Collection, Documents } from '../documents/port.js';
import type { Parking, ProjectionTarget } from './port.js';

/** What is asked of the documents as they are before a batch. */
export type BeforeBatch = Pick<Documents, 'getMany' | 'findPage'>;

/**
 * Documents that follow from the others of a projection: sums over many of them, by what stands in them. `project` never
 * reads; who derives does, for it works where the documents stand.
 */
export interface Derived {
  /** Beside those of the projection. */
  readonly collections: readonly Collection[];
  /**
   * What is to be changed as well, in the same transaction: by the documents as they are before the batch, and by what
   * changes them. After a rebuild there are none of these documents: `changes` makes them anew, batch after batch.
   */
  changes(this: void, before: BeforeBatch, batch: readonly Change[]): Promise<readonly Change[]>;
}

/**
 * A target whose documents have others that follow from them. Nobody but this projection changes what is read, and the
 * batch is applied only where the projection still stands as it did then. What is made beside the live documents cannot
 * be read yet: there nothing is derived.
 */
export const derivingTarget = (
  target: ProjectionTarget,
  documents: BeforeBatch,
  derived: Derived,
): ProjectionTarget => ({
  ...target,
  apply: async (batch) => {
    if (batch.generation === 'next') return target.apply(batch);
    const derivedChanges = await derived.changes(documents, batch.changes.filter(isOfDocuments));
    return target.apply({ ...batch, changes: [...batch.changes, ...derivedChanges] });
  },
});

const isOfDocuments = (change: Change | Parking): change is Change =>
  change.kind !== 'park' && change.kind !== 'release';
