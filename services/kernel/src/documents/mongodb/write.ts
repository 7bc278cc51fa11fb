import type { AnyBulkWriteOperation, ClientSession, Collection } from 'mongodb';
import { inSlices, type Steps } from '../../clock/steps.js';
import { isDuplicate } from '../../mongodb/index.js';
import { changeDocument, idOf } from '../changes.js';
import type { Change, Document } from '../port.js';
import { ChangeRefused } from '../port.js';
import { nameIn, type Shape } from './shape.js';
import { documentOf, type Stored, storedOf } from './stored.js';

/** What a batch makes of one document: its changes are folded in memory and written once. */
interface Entry {
  readonly before: Stored | undefined;
  after: Document | undefined;
  last: Change;
}

/** A document that is another one after the batch. */
interface Difference extends Pick<Entry, 'before' | 'last'> {
  readonly id: string;
  readonly after: Stored | undefined;
  /** It stands under other values of a unique index, or for the first time. */
  readonly isMoved: boolean;
}

/** Writes the changes of one collection in the caller's transaction. Throws `ChangeRefused`. */
export const writeChanges = async (
  collection: Collection<Stored>,
  shape: Shape,
  changes: readonly Change[],
  session: ClientSession,
): Promise<void> => {
  const stored = await storedFor(collection, changes, session);
  const differences = await inSlices(planChanges(shape, stored, changes));
  // What is removed, and what gives up a unique value that another may take in this batch.
  const removed = differences.filter(({ before, after, isMoved }) => before && (!after || isMoved));
  if (removed.length > 0)
    await collection.deleteMany({ _id: { $in: removed.map(({ id }) => id) } }, { session });
  await insert(collection, shape, differences, session);
  for (const replacements of portionsOf(differences.flatMap(replacement)))
    await collection.bulkWrite(replacements, { session });
};

/** So many documents are sent at once: what the driver writes of them holds the process. */
const AT_ONCE = 1_000;

const portionsOf = <One>(all: readonly One[]): readonly (readonly One[])[] =>
  Array.from({ length: Math.ceil(all.length / AT_ONCE) }, (_, n) =>
    all.slice(n * AT_ONCE, (n + 1) * AT_ONCE),
  );

const storedFor = (
  collection: Collection<Stored>,
  changes: readonly Change[],
  session: ClientSession,
): Promise<readonly Stored[]> => {
  const ids = [...new Set(changes.map(idOf))];
  const options = { session, projection: { doc: 1, order: 1 }, batchSize: ids.length + 1 };
  return collection.find({ _id: { $in: ids } }, options).toArray();
};

/** What the changes make of the documents, which are those that are stored. Throws `ChangeRefused`. */
function* planChanges(
  shape: Shape,
  stored: readonly Stored[],
  changes: readonly Change[],
): Steps<readonly Difference[]> {
  const present = new Map(stored.map((each) => [each._id, each]));
  const entries = new Map<string, Entry>();
  for (const change of changes) {
    const before = present.get(idOf(change));
    entries.set(idOf(change), { before, after: before && documentOf(before), last: change });
    yield;
  }
  for (const change of changes) {
    fold(entries, change);
    yield;
  }
  const differences: Difference[] = [];
  for (const [id, entry] of entries) {
    differences.push(...differenceOf(shape, id, entry));
    yield;
  }
  return differences;
}

const fold = (entries: Map<string, Entry>, change: Change): void => {
  const id = idOf(change);
  const entry = entries.get(id);
  if (entry === undefined) throw new Error(`${id} was not loaded`);
  entry.after = changeDocument(entry.after, change);
  entry.last = change;
  // The last to change is written last, so that of two that collide the later is refused.
  entries.delete(id);
  entries.set(id, entry);
};

const differenceOf = (shape: Shape, id: string, { before, after, last }: Entry): readonly Difference[] => {
  const text = after && JSON.stringify(after);
  if (text === before?.doc) return [];
  if (after === undefined || text === undefined)
    return [{ id, last, before, after: undefined, isMoved: false }];
  if (isTooLarge(text)) throw new ChangeRefused(`${id} is larger than MongoDB holds`, last);
  const stored = storedOf(shape, after, text);
  return [{ id, last, before, after: stored, isMoved: isMoved(shape, before, stored) }];
};

/** MongoDB's documents have at most 16 MiB, what is beside the text included. A character has up to three bytes. */
const isTooLarge = (text: string): boolean =>
  text.length > MOST_BYTES / 3 && Buffer.byteLength(text) > MOST_BYTES;
const MOST_BYTES = 15 * 1024 * 1024;

const isMoved = ({ unique }: Shape, before: Stored | undefined, after: Stored): boolean =>
  before === undefined ||
  unique.flat().some((field) => before.order?.[nameIn(field)] !== after.order?.[nameIn(field)]);

/** One at a time in their order, so that the server names the one that it refuses. */
const insert = async (
  collection: Collection<Stored>,
  shape: Shape,
  differences: readonly Difference[],
  session: ClientSession,
): Promise<void> => {
  const made = differences.filter(({ after, isMoved: isMade }) => after !== undefined && isMade);
  for (const some of portionsOf(made)) await insertSome(collection, shape, some, session);
};

const insertSome = async (
  collection: Collection<Stored>,
  shape: Shape,
  made: readonly Difference[],
  session: ClientSession,
): Promise<void> => {
  const documents = made.flatMap(({ after }) => after ?? []);
  try {
    await collection.insertMany(documents, { session, ordered: true });
  } catch (error) {
    const refused = made[refusedIn(error) ?? made.length - 1];
    if (!isDuplicate(error) || refused === undefined) throw error;
    throw new ChangeRefused(`${refused.id}: a unique index of ${shape.collection} refused it`, refused.last);
  }
};

/** The place of the first write that was refused in its batch. */
const refusedIn = (error: unknown): number | undefined => {
  if (!(error instanceof Error) || !('writeErrors' in error) || !Array.isArray(error.writeErrors))
    return undefined;
  const first = error.writeErrors[0] as { readonly index?: number } | undefined;
  return first?.index;
};

const replacement = ({ id, after, isMoved: isMade }: Difference): readonly AnyBulkWriteOperation<Stored>[] =>
  after === undefined || isMade ? [] : [{ replaceOne: { filter: { _id: id }, replacement: after } }];
