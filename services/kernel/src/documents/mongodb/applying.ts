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
import type { Shape } from './shape.js';
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
 * Applies a batch in one transaction that compares and moves the checkpoint first, so that of two rivals one fails
 * (law 1). A conflict, a switched generation and a commit of which nothing is known are one case: read the checkpoint again.
 */
export const applyBatch = async (parts: ApplyingParts, batch: ChangeBatch): Promise<ApplyOutcome> => {
  const beganMs = performance.now();
  for (;;) {
    const outcome = await attempt(parts, [batch]);
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

export type Attempted = 'applied' | 'unknown' | 'not applied';

/** Applies batches of different projections in one transaction, once: all of them or none. Throws `ChangeRefused`. */
export const attempt = async (
  { generations, transactions, ...parts }: ApplyingParts,
  batches: readonly ChangeBatch[],
): Promise<Attempted> => {
  const targets = await Promise.all(batches.map((batch) => targetOf(generations, batch)));
  const work = async (session: ClientSession): Promise<boolean> => {
    if (!(await moveCheckpoints(generations, targets, session))) return false;
    for (const target of targets)
      for (const [name, changes] of groupsOf(target.batch.changes)) {
        const shape = shapeOf(target, name);
        const collection = parts.connection.database.collection<Stored>(shape.name);
        await writeChanges(collection, shape, changes, session);
      }
    return true;
  };
  try {
    const keys = targets.map(({ key }) => key);
    return (await transactions.attempt(keys, work, LONGEST_BATCH_MS)) ? 'applied' : 'not applied';
  } catch (error) {
    if (isCommitUnknown(error)) return 'unknown';
    if (isTransient(error) || hasCode(error, INTERRUPTED)) return 'not applied';
    throw error;
  }
};

/** A batch and where it goes. */
interface Target {
  readonly batch: ChangeBatch;
  readonly tables: Tables;
  /** Of its generation. */
  readonly key: string;
}

const targetOf = async (generations: Generations, batch: ChangeBatch): Promise<Target> => ({
  batch,
  tables: await tablesFor(generations, batch),
  key: generations.keyOf(batch.projection, batch.generation),
});

const shapeOf = ({ tables, batch }: Target, name: string): Shape => {
  const shape = tables.shapes.get(name);
  if (shape === undefined) throw new Error(`${batch.projection} does not declare the collection ${name}`);
  return shape;
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

/** False when one is not where its batch starts from, or its generation has another role by now. */
const moveCheckpoints = async (
  { records }: Generations,
  targets: readonly Target[],
  session: ClientSession,
): Promise<boolean> => {
  const { matchedCount } = await records.generations.bulkWrite(
    targets.map(({ batch: { from, to }, tables: { number }, key }) => ({
      updateOne: {
        filter: { _id: key, number, position: from },
        update: { $set: { position: to }, $inc: { batches: 1 } },
      },
    })),
    { session },
  );
  return matchedCount === targets.length;
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
