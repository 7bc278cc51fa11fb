import type { Db, IndexDescription, IndexDescriptionInfo } from 'mongodb';
import { hasCode, isThereAlready } from '../../mongodb/index.js';
import type { Shape } from './shape.js';

/** Makes a collection and its indexes where they are missing. Throws when what is there contradicts what is declared. */
export const makeCollection = async (database: Db, shape: Shape): Promise<void> => {
  try {
    await database.createCollection(shape.name);
  } catch (error) {
    if (!isThereAlready(error)) throw error;
  }
  if (shape.indexes.length === 0) return;
  await refuseOthers(database, shape);
  try {
    await database.collection(shape.name).createIndexes([...shape.indexes]);
  } catch (error) {
    throw cannotBeMade(shape, error) ?? error;
  }
};

/** An index of a declared name that is another index. */
const refuseOthers = async (database: Db, shape: Shape): Promise<void> => {
  const present = new Map<string | undefined, IndexDescriptionInfo>();
  for (const index of await database.collection(shape.name).indexes()) present.set(index.name, index);
  for (const declared of shape.indexes) {
    const other = present.get(declared.name);
    if (other !== undefined && !isSame(declared, other))
      throw new Error(
        `the index ${declared.name ?? ''} of ${placeOf(shape)} is not the one declared: ${TO_DO}`,
      );
  }
};

const isSame = ({ key, unique }: IndexDescription, other: IndexDescriptionInfo): boolean =>
  JSON.stringify([...(key as ReadonlyMap<string, number>)]) === JSON.stringify(Object.entries(other.key)) &&
  Boolean(unique) === Boolean(other.unique);

/** Codes of MongoDB: CannotCreateIndex, IndexOptionsConflict, IndexKeySpecsConflict, DuplicateKey. */
const CONFLICTS = [67, 85, 86, 11_000] as const;

const cannotBeMade = (shape: Shape, error: unknown): Error | undefined =>
  CONFLICTS.some((code) => hasCode(error, code)) && error instanceof Error
    ? new Error(`an index of ${placeOf(shape)} cannot be made (${error.message}): ${TO_DO}`, { cause: error })
    : undefined;

const placeOf = ({ collection, name }: Shape): string => `the collection ${collection} (${name} in MongoDB)`;

const TO_DO =
  'drop the index in MongoDB and start again, or count the version of the read model up so that it is made anew';
