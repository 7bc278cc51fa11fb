import type { Binary, Collection, Db } from 'mongodb';
import type { Position } from '../../base/position.js';
import { unlessDuplicate } from '../../mongodb/index.js';
import type { Generation } from '../port.js';

/** A generation of a read model in its role, of which there is one (`keyOfGeneration`). */
export interface GenerationRecord {
  readonly _id: string;
  readonly projection: string;
  readonly version: number;
  readonly role: Generation;
  /** Stands in the names of its collections and is never given again. */
  readonly number: number;
  /** The collections and indexes that it was made with, as JSON. */
  readonly indexes: string;
  readonly position: Position;
  /** How many batches were applied: each writes here, so that of two at once one fails. */
  readonly batches: number;
  readonly collections: readonly string[];
  /** When a process last said that it uses this version. */
  readonly usedAt: Date;
}

export const keyOfGeneration = (
  { projection, version }: Pick<GenerationRecord, 'projection' | 'version'>,
  role: Generation,
): string => `${projection}@${version}/${role}`;

/** Collections that are not yet used, or no longer. */
interface GarbageRecord {
  /** Their number. */
  readonly _id: number;
  readonly collections: readonly string[];
  readonly since: Date;
  /** They are being dropped: nobody may take them into use. */
  readonly going?: true;
}

/** One for all read models. */
interface StateRecord {
  readonly _id: 'generations';
  /** The last number that was given to a generation. */
  readonly last: number;
  /** How often a `next` took the place of a `live`. */
  readonly switches: number;
}

/** The sessions in which a generation in its role was last applied to (`keyOfGeneration`), oldest first. */
interface SessionsRecord {
  readonly _id: string;
  /** Their UUIDs. */
  readonly sessions: readonly Binary[];
}

/** What is kept beside the documents. No read model's collection has such a name: those end in their version. */
export interface Records {
  readonly generations: Collection<GenerationRecord>;
  readonly garbage: Collection<GarbageRecord>;
  readonly state: Collection<StateRecord>;
  readonly sessions: Collection<SessionsRecord>;
}

export const recordsIn = (database: Db): Records => ({
  generations: database.collection('documents_generations'),
  garbage: database.collection('documents_garbage'),
  state: database.collection('documents_state'),
  sessions: database.collection('documents_sessions'),
});

export const STATE = 'generations';

/** Makes the collections of the records; as often as wanted, by several processes at once. */
export const makeRecords = async ({ generations, garbage, state }: Records): Promise<void> => {
  await generations.createIndex({ projection: 1 }, { name: 'projection' }, {});
  await garbage.createIndex({ since: 1 }, { name: 'since' }, {});
  await unlessDuplicate(
    state.updateOne({ _id: STATE }, { $setOnInsert: { last: 0, switches: 0 } }, { upsert: true }),
  );
};
