import type { ClientSession } from 'mongodb';
import { hasCode, type MongoConnection } from '../../mongodb/index.js';
import type { ReadModel } from '../port.js';
import type { Records } from './records.js';

/** A version that no process has said it uses for so long is dropped; going back to it makes it anew from the log. */
const UNUSED_MS = 24 * 3_600_000;
/** A read model of which this process knows nothing: one of another service, stopped perhaps, or of no release any more. */
const UNKNOWN_MS = 30 * UNUSED_MS;

const FOREVER = new Date(8.64e15);

/** Collections that are not used yet or no longer: dropped when nobody can be reading them. */
export class Garbage {
  constructor(
    private readonly connection: MongoConnection,
    private readonly records: Records,
    /** Longer than any read takes, and than collections take to be made. */
    private readonly graceMs: number,
  ) {}

  /** Takes a generation out of use, in the caller's transaction. Readers that began before still find its documents. */
  async discard(key: string, session: ClientSession, unlessUsedSince = FOREVER): Promise<void> {
    const which = { _id: key, usedAt: { $lt: unlessUsedSince } };
    const old = await this.records.generations.findOneAndDelete(which, { session });
    if (old === null) return;
    const { number, collections } = old;
    await this.records.garbage.insertOne({ _id: number, collections, since: new Date() }, { session });
  }

  /** Discards other versions of these read models, and other read models, when no process uses them. */
  async discardUnused(models: readonly ReadModel[]): Promise<void> {
    const { generations } = this.records;
    const versions = new Map(models.map(({ projection, version }) => [projection, version]));
    const since = new Date(Date.now() - UNUSED_MS);
    const unknownSince = new Date(Date.now() - UNKNOWN_MS);
    for (const { _id, projection, version } of await generations.find({ usedAt: { $lt: since } }).toArray())
      if (version !== versions.get(projection))
        await this.transaction((session) =>
          this.discard(_id, session, versions.has(projection) ? since : unknownSince),
        );
  }

  /** Drops what was discarded longer than the grace ago. */
  async sweep(): Promise<void> {
    const { garbage } = this.records;
    const due = { since: { $lt: new Date(Date.now() - this.graceMs) } };
    for (const { _id } of await garbage.find(due, { projection: { _id: 1 } }).toArray()) {
      const claimed = await garbage.findOneAndUpdate({ _id, ...due }, { $set: { going: true } });
      for (const name of claimed?.collections ?? []) await this.#drop(name);
      await garbage.deleteOne({ _id });
    }
  }

  /** For the few transactions on the records; they may run twice. */
  transaction(work: (session: ClientSession) => Promise<void>): Promise<void> {
    return this.connection.client.withSession((session) =>
      session.withTransaction(() => work(session), { readConcern: { level: 'snapshot' } }),
    );
  }

  async #drop(name: string): Promise<void> {
    try {
      await this.connection.database.dropCollection(name);
    } catch (error) {
      // NamespaceNotFound: it was never made, or another process was faster.
      if (!hasCode(error, 26)) throw error;
    }
  }
}
