import type { Collection, Document, Double } from 'mongodb';
import { patient } from '../../clock/patience.js';
import type { Clock } from '../../clock/port.js';
import type { Json } from '../../base/json-value.js';
import {
  unlessDuplicate,
  isUnavailable,
  type MongoConnection,
  openMongo,
  within,
} from '../../mongodb/index.js';
import {
  type ListedRegister,
  MOST_LISTED,
  type Register,
  type Registers,
  RegistersUnavailable,
} from '../port.js';
import { afterPrefix, firstListed } from '../prefixes.js';
import { type GivenRevisions, Revisions } from './revisions.js';
import { Expiry, registerOf, type Row } from './rows.js';

/** How long a call may take, milliseconds. */
const TIMEOUT_MS = 800;
/** The server collects what has been over for so long. When it does is of no matter: what is over is never seen. */
const COLLECTED_AFTER_SECONDS = 3_600;

export type MongoRegistersOptions = {
  /** How long a call may take, milliseconds (800). */
  readonly timeoutMs?: number;
  /** Says what is over instead of the server's clock: for specs. Never two processes with different clocks. */
  readonly clock?: Clock;
} & ({ readonly url: string } | { readonly connection: MongoConnection });

/**
 * Registers in MongoDB, in the collections `registers` and `register_revisions`. With `url` they have a connection of
 * their own, with `connection` one that the caller opens and closes. The server is asked when the first call is made:
 * opening never fails because it is away.
 *
 * What is over is decided by the clock of the server in each call, so that processes need not agree on the time; after
 * a failover it is another server's clock. A write is answered when the majority has it on disk. Every call is one
 * operation on one document, so that no two of them mix.
 */
export const openMongoRegisters = async (options: MongoRegistersOptions): Promise<Registers> => {
  const { timeoutMs = patient(TIMEOUT_MS), clock } = options;
  const { Double } = await import('mongodb');
  const number = (value: number): Double => new Double(value + 0);
  if ('connection' in options)
    return new MongoRegisters({ ...options, timeoutMs, clock, number, close: () => Promise.resolve() });
  const connection = await openMongo({ url: options.url, timeoutMs });
  return new MongoRegisters({ connection, timeoutMs, clock, number, close: () => connection.close() });
};

interface Parts {
  readonly connection: MongoConnection;
  readonly timeoutMs: number;
  readonly clock: Clock | undefined;
  /** A number that the server keeps as a double: sums are what they are in JavaScript. */
  readonly number: (value: number) => Double;
  readonly close: () => Promise<void>;
}

class MongoRegisters implements Registers {
  readonly #rows: Collection<Row>;
  readonly #revisions: Revisions;
  readonly #expiry: Expiry;
  #isIndexed: Promise<unknown> | undefined;
  #closed = false;

  constructor(private readonly parts: Parts) {
    const { database } = parts.connection;
    this.#rows = database.collection<Row>('registers');
    this.#revisions = new Revisions(database.collection<GivenRevisions>('register_revisions'));
    this.#expiry = new Expiry(parts.clock);
  }

  get(key: string): Promise<Register | undefined> {
    return this.#reach(() => this.#find(key));
  }

  compareAndSet(
    key: string,
    expected: number | undefined,
    value: Json,
    ttlMs: number | undefined,
  ): Promise<Register | undefined> {
    return this.#reach(async () => {
      const revision = await this.#nextRevision();
      const isWritten =
        expected === undefined
          ? await this.#make(key, revision, value, ttlMs)
          : await this.#replace(key, expected, this.#fields(revision, value, ttlMs));
      return isWritten ? { value, revision } : undefined;
    });
  }

  put(key: string, value: Json, ttlMs: number | undefined): Promise<Register> {
    return this.#reach(async () => {
      const revision = await this.#nextRevision();
      const write = [{ $set: this.#fields(revision, value, ttlMs) }];
      const written = async (): Promise<boolean> => {
        await this.#rows.updateOne({ _id: key }, write, { upsert: true });
        return true;
      };
      // Where two make it at once, one of them is refused; then it is there.
      for (;;) if (await unlessDuplicate(written())) return { value, revision };
    });
  }

  increment(key: string, by: number, ttlMs: number): Promise<number> {
    return this.#reach(async () => {
      for (;;) {
        const revision = await this.#nextRevision();
        const sum = await this.#add(key, by, revision);
        if (sum !== undefined) return sum;
        if (await this.#make(key, revision, by, ttlMs)) return by;
        const standing = await this.#find(key);
        if (standing !== undefined && typeof standing.value !== 'number')
          throw new TypeError(`register ${key} holds no number`);
      }
    });
  }

  remove(key: string): Promise<void> {
    return this.#reach(async () => {
      await this.#rows.deleteOne({ _id: key });
    });
  }

  list(prefix: string, after?: string): Promise<readonly ListedRegister[]> {
    const end = afterPrefix(prefix);
    const first = firstListed(prefix, after);
    return this.#reach(async () => {
      const rows = await this.#rows
        .find(this.#expiry.live({ _id: { $gte: first, ...(end !== undefined && { $lt: end }) } }))
        .sort({ _id: 1 })
        .limit(MOST_LISTED)
        .toArray();
      return rows.map((row) => ({ key: row._id, ...registerOf(row) }));
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.parts.close();
  }

  async #find(key: string): Promise<Register | undefined> {
    const row = await this.#rows.findOne(this.#expiry.live({ _id: key }));
    return row === null ? undefined : registerOf(row);
  }

  /** Writes where nothing stands. A document that lives is written as it was, which the server does not count. */
  async #make(key: string, revision: number, value: Json, ttlMs: number | undefined): Promise<boolean> {
    const isLive = this.#expiry.isLive();
    const fields = Object.entries(this.#fields(revision, value, ttlMs)).map(
      ([name, made]) => [name, { $cond: [isLive, `$${name}`, made] }] as const,
    );
    const write = [{ $set: Object.fromEntries(fields) }];
    const written = this.#rows
      .updateOne({ _id: key }, write, { upsert: true })
      .then(({ modifiedCount, upsertedCount }) => modifiedCount + upsertedCount > 0);
    return unlessDuplicate(written);
  }

  async #replace(key: string, expected: number, fields: Document): Promise<boolean> {
    const filter = this.#expiry.live({ _id: key, revision: expected });
    const { matchedCount } = await this.#rows.updateOne(filter, [{ $set: fields }]);
    return matchedCount > 0;
  }

  async #add(key: string, by: number, revision: number): Promise<number | undefined> {
    const row = await this.#rows.findOneAndUpdate(
      this.#expiry.live({ _id: key, value: { $not: { $type: 'string' } } }),
      [{ $set: { value: { $add: ['$value', this.parts.number(by)] }, revision } }],
      { returnDocument: 'after', projection: { value: 1 } },
    );
    return row === null ? undefined : Number(row.value);
  }

  #fields(revision: number, value: Json, ttlMs: number | undefined): Document {
    const kept = typeof value === 'number' ? this.parts.number(value) : JSON.stringify(value);
    return { value: { $literal: kept }, revision, expiresAt: this.#expiry.after(ttlMs) };
  }

  async #nextRevision(): Promise<number> {
    this.#isIndexed ??= this.#index();
    await this.#isIndexed;
    return this.#revisions.next();
  }

  async #index(): Promise<void> {
    try {
      await this.#rows.createIndex({ expiresAt: 1 }, { expireAfterSeconds: COLLECTED_AFTER_SECONDS }, {});
    } catch (error) {
      this.#isIndexed = undefined;
      throw error;
    }
  }

  async #reach<Answer>(step: () => Promise<Answer>): Promise<Answer> {
    if (this.#closed) throw new RegistersUnavailable('the registers are closed');
    try {
      return await within(this.parts.timeoutMs, this.parts.connection.connected().then(step));
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      const { address, database, reasonOf } = this.parts.connection;
      throw new RegistersUnavailable(
        `The registers in MongoDB at ${address}/${database.databaseName} are not reached (${reasonOf(error)}): ` +
          'see that the server runs, that it has a primary and that the address is right.',
        { cause: error },
      );
    }
  }
}
