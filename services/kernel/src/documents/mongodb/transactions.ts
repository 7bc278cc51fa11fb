import type { ClientSession, MongoClient } from 'mongodb';
import { hasCode, isUnavailable, MongoTimeout } from '../../mongodb/index.js';

/** Answers whether what it did is to be committed. */
export type Work = (session: ClientSession) => Promise<boolean>;

/**
 * Single attempts at transactions. A server keeps the transaction of a lost connection open, with
 * its locks, for up to a minute, but ends it when the next transaction of the same session begins: so a session whose
 * transaction ended unseen is the first to be used again.
 */
export class Transactions {
  readonly #troubled: ClientSession[] = [];

  constructor(private readonly client: MongoClient) {}

  /** Answers whether it was committed; after the time it is not. Throws what the driver throws, and `MongoTimeout`. */
  attempt(work: Work, timeoutMs: number): Promise<boolean> {
    const session = this.#troubled.pop() ?? this.client.startSession();
    // Committed as the connection writes: by the majority, on disk.
    session.startTransaction({
      readConcern: { level: 'snapshot' },
      maxCommitTimeMS: timeoutMs,
    });
    return this.#run(session, work, performance.now() + timeoutMs);
  }

  async #run(session: ClientSession, work: Work, untilMs: number): Promise<boolean> {
    try {
      const isWanted = await work(session);
      if (performance.now() > untilMs) throw new MongoTimeout('the transaction took too long');
      if (isWanted) await session.commitTransaction();
      await session.endSession();
      return isWanted;
    } catch (error) {
      if (isUnavailable(error) && !hasCode(error, WRITE_CONFLICT)) void this.#keepAside(session);
      else await session.endSession();
      throw error;
    }
  }

  /** The caller does not wait for it: the server may be away. */
  async #keepAside(session: ClientSession): Promise<void> {
    try {
      if (session.inTransaction()) await session.abortTransaction();
    } catch {
      // The session is of no more use; the server ends its transaction after its minute.
      return;
    }
    this.#troubled.push(session);
  }
}

/** The server has ended the transaction itself. */
const WRITE_CONFLICT = 112;
