import type { ClientSession } from 'mongodb';
import { hasCode, isUnavailable, MongoTimeout } from '../../mongodb/index.js';
import type { Sessions } from './sessions.js';

/** Answers whether what it did is to be committed. */
export type Work = (session: ClientSession) => Promise<boolean>;

/**
 * Single attempts at transactions. A server keeps the transaction of a lost connection open, with its locks, for up to a
 * minute, but ends it when the next transaction of the same session begins, and when another process ends its session:
 * so the sessions are recorded with the generations that they are used for, and used again.
 */
export class Transactions {
  #idle: ClientSession[] = [];

  constructor(private readonly sessions: Sessions) {}

  /**
   * Answers whether it was committed; after the time it is not. `keys` are those of the generations that it writes to.
   * Throws what the driver throws, and `MongoTimeout`.
   */
  async attempt(keys: readonly string[], work: Work, timeoutMs: number): Promise<boolean> {
    const untilMs = performance.now() + timeoutMs;
    const session = this.#idle.pop() ?? this.sessions.open();
    await this.sessions.use(session, keys);
    // Committed as the connection writes: by the majority, on disk.
    session.startTransaction({
      readConcern: { level: 'snapshot' },
      maxCommitTimeMS: timeoutMs,
    });
    try {
      const isWanted = await work(session);
      if (performance.now() > untilMs) throw new MongoTimeout('the transaction took too long');
      if (isWanted) await session.commitTransaction();
      await this.#keep(session);
      return isWanted;
    } catch (error) {
      const kept = this.#keep(session);
      // The caller does not wait when the server may be away.
      if (!isUnavailable(error) || hasCode(error, WRITE_CONFLICT)) await kept;
      throw error;
    }
  }

  /** Those that are in use end with the connection. */
  async close(): Promise<void> {
    const idle = this.#idle;
    this.#idle = [];
    for (const session of idle) await this.sessions.close(session);
  }

  async #keep(session: ClientSession): Promise<void> {
    try {
      if (session.inTransaction()) await session.abortTransaction();
    } catch {
      // The session is of no more use; its transaction is ended as that of another process would be.
      return this.sessions.close(session);
    }
    this.#idle.push(session);
  }
}

/** The server has ended the transaction itself. */
const WRITE_CONFLICT = 112;
