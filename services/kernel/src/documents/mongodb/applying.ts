import type { ClientSession } from 'mongodb';
import {
  hasCode,
  isCommitUnknown,
  isTransient,
  type MongoConnection,
  MongoTimeout,
} from '../../mongodb/index.js';
import { pause } from '../../clock/pause.js';
import type { ApplyOutcome, Change, ChangeBatch } from '../port.js';
import type { Generations, Tables } from './generations.js';
import type { Sessions } from './sessions.js';
import type { Stored } from './stored.js';
import type { Transactions } from './transactions.js';
import { writeChanges } from './write.js';

export interface ApplyingParts {
  readonly connection: MongoConnection;
  readonly generations: Generations;
  readonly sessions: Sessions;
  readonly transactions: Transactions;
}

/** Less than the minute after which a server ends a transaction. */
const LONGEST_BATCH_MS = 30_000;
/** A rival's transaction is over in a few milliseconds; one that its process left behind would stay for a minute. */
const RIVAL_MS = 8;
const PATIENCE_MS = 200;
const LONGEST_RIVAL_MS = 2_000;

/**
 * Applies a batch in one transaction that compares and moves the checkpoint first, so that of two rivals one fails (law
 * 1). A conflict, a switched generation and a commit of which nothing is known are one case: the checkpoint is read again.
 */
export const applyBatch = async (parts: ApplyingParts, batch: ChangeBatch): Promise<ApplyOutcome> => {
  const beganMs = performance.now();
  for (;;) {
    const outcome = await attempt(parts, batch);
    if (outcome === 'applied') return { status: 'applied' };
    const checkpoint = await parts.generations.checkpoint(batch.projection, batch.generation);
    if (outcome === 'unknown' || checkpoint !== batch.from) return { status: 'moved', checkpoint };
    const waitedMs = performance.now() - beganMs;
    if (waitedMs > LONGEST_RIVAL_MS)
      throw new MongoTimeout(`another transaction holds the checkpoint of ${batch.projection}`);
    if (waitedMs > PATIENCE_MS)
      await parts.sessions.endRivals(parts.generations.keyOf(batch.projection, batch.generation), batch.from);
    await pause(Math.random() * RIVAL_MS);
  }
};

type Attempted = 'applied' | 'unknown' | 'not applied';

const attempt = async (
  { generations, transactions, ...parts }: ApplyingParts,
  batch: ChangeBatch,
): Promise<Attempted> => {
  const tables = await tablesFor(generations, batch);
  const groups = groupsOf(batch.changes);
  const work = async (session: ClientSession): Promise<boolean> => {
    if (!(await moveCheckpoint(generations, tables, batch, session))) return false;
    for (const [name, changes] of groups) {
      const shape = tables.shapes.get(name);
      if (shape === undefined) throw new Error(`${batch.projection} does not declare the collection ${name}`);
      const collection = parts.connection.database.collection<Stored>(shape.name);
      await writeChanges(collection, shape, changes, session);
    }
    return true;
  };
  try {
    const key = generations.keyOf(batch.projection, batch.generation);
    return (await transactions.attempt(key, work, LONGEST_BATCH_MS)) ? 'applied' : 'not applied';
  } catch (error) {
    if (isCommitUnknown(error)) return 'unknown';
    if (isTransient(error) || hasCode(error, INTERRUPTED)) return 'not applied';
    throw error;
  }
};

/** A rival has ended it (`sessions.ts`). */
const INTERRUPTED = 11_601;

const tablesFor = async (
  generations: Generations,
  { projection, generation }: ChangeBatch,
): Promise<Tables> => {
  const known = generations.tables(projection, generation);
  if (known) return known;
  await generations.reload();
  const tables = generations.tables(projection, generation);
  if (tables === undefined) throw new Error(`${projection} has no ${generation} generation: begin one first`);
  return tables;
};

/** False when it is not where the batch starts from, or the generation has another role by now. */
const moveCheckpoint = async (
  generations: Generations,
  { number }: Tables,
  { projection, generation, from, to }: ChangeBatch,
  session: ClientSession,
): Promise<boolean> => {
  const { matchedCount } = await generations.records.generations.updateOne(
    { _id: generations.keyOf(projection, generation), number, position: from },
    { $set: { position: to }, $inc: { batches: 1 } },
    { session },
  );
  return matchedCount > 0;
};

const groupsOf = (changes: readonly Change[]): ReadonlyMap<string, readonly Change[]> => {
  const groups = new Map<string, Change[]>();
  for (const change of changes) {
    const group = groups.get(change.collection);
    if (group) group.push(change);
    else groups.set(change.collection, [change]);
  }
  return groups;
};
