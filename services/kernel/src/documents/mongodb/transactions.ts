import type { ClientSession } from 'mongodb';
import { hasCode, isUnavailable, MongoTimeout } from '../../mongodb/index.js';
import type { Sessions } from './sessions.js';

/** Answers whether what it did is to be committed. */
export type Work = (session: ClientSession) => Promise<boolean>;

/**
 * Single attempts at transactions. A server keeps the transaction of a lost connection open, with its locks, for up to a
 * minute, but ends it when the next transaction of the same session begins, and when another process ends its session:
 * so each generation has sessions of its own, which are recorded and used again.
 */
export class Transactions {
  readonly #idle = new Map<string, ClientSession[]>();

  constructor(private readonly sessions: Sessions) {}

  /**
   * Answers whether it was committed; after the time it is not. `key` is the generation's. Throws what the driver throws,
   * and `MongoTimeout`.
   */
  async attempt(key: string, work: Work, timeoutMs: number): Promise<boolean> {
    const untilMs = performance.now() + timeoutMs;
    const session = this.#idle.get(key)?.pop() ?? (await this.sessions.open(key));
    // Committed as the connection writes: by the majority, on disk.
    session.startTransaction({
      readConcern: { level: 'snapshot' },
      maxCommitTimeMS: timeoutMs,
    });
    try {
      const isWanted = await work(session);
      if (performance.now() > untilMs) throw new MongoTimeout('the transaction took too long');
      if (isWanted) await session.commitTransaction();
      await this.#keep(key, session);
      return isWanted;
    } catch (error) {
      const kept = this.#keep(key, session);
      // The caller does not wait when the server may be away.
      if (!isUnavailable(error) || hasCode(error, WRITE_CONFLICT)) await kept;
      throw error;
    }
  }

  /** Those that are in use end with the connection. */
  async close(): Promise<void> {
    const idle = [...this.#idle.values()].flat();
    this.#idle.clear();
    for (const session of idle) await this.sessions.close(session);
  }

  async #keep(key: string, session: ClientSession): Promise<void> {
    try {
      if (session.inTransaction()) await session.abortTransaction();
    } catch {
      // The session is of no more use; its transaction is ended as that of another process would be.
      return this.sessions.close(session);
    }
    const idle = this.#idle.get(key);
    if (idle) idle.push(session);
    else this.#idle.set(key, [session]);
  }
}

/** The server has ended the transaction itself. */
const WRITE_CONFLICT = 112;
