import type { ClientSession, UUID } from 'mongodb';
import type { Position } from '../../base/position.js';
import { hasCode, type MongoConnection, unlessDuplicate } from '../../mongodb/index.js';
import type { Records } from './records.js';

/** Of the sessions that apply to a generation, so many are remembered: more than have an open transaction at once. */
const REMEMBERED = 16;

/**
 * The sessions in which processes apply to a generation, recorded so that another process can end a transaction that one
 * of them left behind when it was killed: the server itself ends it, and frees its locks, only after a minute.
 */
export class Sessions {
  /** Its own by their ids, and the generations that each was recorded with. */
  readonly #own = new Map<string, Set<string>>();
  /** Where the checkpoint stood when this process ended a transaction of the session. */
  readonly #endedAt = new Map<string, Position>();

  constructor(
    private readonly connection: MongoConnection,
    private readonly records: Records,
  ) {}

  /** A session in which nothing was done yet. */
  open(): ClientSession {
    const session = this.connection.client.startSession({ causalConsistency: false });
    this.#own.set(idOf(session).toHexString(), new Set());
    return session;
  }

  /** Records whose generations are written in the session from now on. The session is closed when that fails. */
  async use(session: ClientSession, keys: readonly string[]): Promise<void> {
    const id = idOf(session);
    const recorded = this.#own.get(id.toHexString());
    const missing = keys.filter((key) => recorded?.has(key) !== true);
    try {
      for (const key of missing) {
        while (!(await unlessDuplicate(this.#record(key, id))));
        recorded?.add(key);
      }
    } catch (error) {
      await this.close(session);
      throw error;
    }
  }

  async close(session: ClientSession): Promise<void> {
    this.#own.delete(idOf(session).toHexString());
    await session.endSession();
  }

  /**
   * Ends the transactions of other processes on the generation that keep its checkpoint from being moved from there. One
   * that lives begins its own again; as each is ended once at a position, two that live do not hinder each other for ever.
   */
  async endRivals(key: string, from: Position): Promise<void> {
    const rivals = (await this.#others([key])).filter((id) => this.#endedAt.get(id.toHexString()) !== from);
    await this.#end(rivals);
    for (const id of rivals) this.#endedAt.set(id.toHexString(), from);
  }

  /** Ends all transactions of other processes on these generations. */
  async endAll(keys: readonly string[]): Promise<void> {
    await this.#end(await this.#others(keys));
  }

  #record(key: string, id: UUID): Promise<unknown> {
    const push = { sessions: { $each: [id], $slice: -REMEMBERED } };
    return this.records.sessions.updateOne({ _id: key }, { $push: push }, { upsert: true });
  }

  async #others(keys: readonly string[]): Promise<readonly UUID[]> {
    const found = await this.records.sessions.find({ _id: { $in: [...keys] } }).toArray();
    const ids = found.flatMap(({ sessions }) => sessions.map((id) => id.toUUID()));
    return ids.filter((id) => !this.#own.has(id.toHexString()));
  }

  async #end(ids: readonly UUID[]): Promise<void> {
    // Without any it would end all sessions of the user.
    if (ids.length === 0) return;
    try {
      await this.connection.client.db('admin').command({ killSessions: ids.map((id) => ({ id })) });
    } catch (error) {
      if (!REFUSALS.some((code) => hasCode(error, code))) throw error;
    }
  }
}

/**
 * Codes of servers that let nobody end sessions, as Atlas' smallest: Unauthorized, CommandNotFound, AtlasError. There the
 * minute has to be waited for.
 */
const REFUSALS = [13, 59, 8_000] as const;

const idOf = ({ id }: ClientSession): UUID => {
  if (id === undefined) throw new Error('the session has no id');
  return id.id.toUUID();
};
