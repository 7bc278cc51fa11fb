import type { Collection, Filter } from 'mongodb';
import { patient } from '../../clock/patience.js';
import {
  isUnavailable,
  type MongoConnection,
  openMongo,
  unlessDuplicate,
  within,
} from '../../mongodb/index.js';
import { beforeIdsOf } from '../entry-ids.js';
import { JournalUnavailable } from '../port.js';
import type { AccessRange, AccessRow, JournalBounds, JournalStore } from '../store.js';
import { accessOf, type AccessDocument, documentOf, type Forgotten } from './rows.js';

/** How long a call may take, milliseconds: nobody waits for it but who reads the journal. */
const TIMEOUT_MS = 5_000;
/** What is removed in one step. */
const STEP_ROWS = 10_000;

export interface MongoJournalOptions {
  readonly url: string;
  /** How long an entry is kept: the server removes it then. */
  readonly days: number;
  readonly timeoutMs?: number;
}

/**
 * The journal in MongoDB, in the collections `journal_accesses` and `journal_forgotten`, for any number
 * of processes. The server is asked when the first call is made: opening never fails because it is away. A write is
 * answered when the primary has it in memory: the last entries may go with it.
 */
export const openMongoJournal = async (options: MongoJournalOptions): Promise<JournalStore> => {
  const { url, timeoutMs = patient(TIMEOUT_MS) } = options;
  return new MongoJournal(await openMongo({ url, timeoutMs }), options.days, timeoutMs);
};

class MongoJournal implements JournalStore {
  readonly #accesses: Collection<AccessDocument>;
  readonly #forgotten: Collection<Forgotten>;
  #indexed: Promise<void> | undefined;
  #closed = false;

  constructor(
    private readonly connection: MongoConnection,
    private readonly days: number,
    private readonly timeoutMs: number,
  ) {
    const { database } = connection;
    const writeConcern = { w: 1 } as const;
    this.#accesses = database.collection<AccessDocument>('journal_accesses', { writeConcern });
    this.#forgotten = database.collection<Forgotten>('journal_forgotten');
  }

  write(accesses: readonly AccessRow[]): Promise<void> {
    return this.#reach(async () => {
      await this.#index();
      if (accesses.length > 0) await this.#insert(accesses);
    });
  }

  accesses({ of, above, below, descending, limit }: AccessRange): Promise<readonly AccessRow[]> {
    const key = of && { [FIELDS[of.key]]: of.value };
    const filter: Filter<AccessDocument> = { ...key, _id: { $gt: above, $lt: below } };
    return this.#reach(async () => {
      const found = this.#accesses
        .find(filter)
        .sort({ _id: descending ? -1 : 1 })
        .limit(limit);
      return (await found.toArray()).map(accessOf);
    });
  }

  forget(userId: string, at: number): Promise<void> {
    return this.#reach(async () => {
      await this.#forgotten.updateOne({ _id: userId }, { $set: { at } }, { upsert: true });
      await this.#blank([userId]);
    });
  }

  sweep(bounds: JournalBounds): Promise<boolean> {
    return this.#reach(async () => {
      await this.#index();
      await this.#forgetAgain(bounds.forgottenSince);
      return this.#removeSome(bounds);
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.connection.close();
  }

  /** What is there already is passed over, and the rest of the batch written. */
  #insert(accesses: readonly AccessRow[]): Promise<boolean> {
    const documents = accesses.map((row) => documentOf(row, this.days));
    return unlessDuplicate(this.#accesses.insertMany(documents, { ordered: false }));
  }

  async #blank(persons: readonly string[]): Promise<void> {
    const blank = {
      $set: { user_id: '', ip: '', user_agent: '' },
      $unset: { api_key_id: true, session_id: true },
    } as const;
    await this.#accesses.updateMany({ user_id: { $in: [...persons] } }, blank);
  }

  async #forgetAgain(since: number): Promise<void> {
    await this.#forgotten.deleteMany({ at: { $lt: since } });
    const persons = await this.#forgotten.find({}).toArray();
    if (persons.length > 0) await this.#blank(persons.map(({ _id }) => _id));
  }

  /** The server removes what is too old by itself; where it was to be kept longer before, it is removed here. */
  async #removeSome({ oldest, most }: JournalBounds): Promise<boolean> {
    await this.#accesses.deleteMany({ _id: { $lt: beforeIdsOf(oldest) } });
    const over = Math.min((await this.#accesses.estimatedDocumentCount()) - most, STEP_ROWS);
    if (over <= 0) return false;
    const last = await this.#accesses.findOne(
      {},
      { sort: { _id: 1 }, skip: over - 1, projection: { _id: 1 } },
    );
    if (last !== null) await this.#accesses.deleteMany({ _id: { $lte: last._id } });
    return over === STEP_ROWS;
  }

  #index(): Promise<void> {
    this.#indexed ??= this.#makeIndexes().catch((error: unknown) => {
      this.#indexed = undefined;
      throw error;
    });
    return this.#indexed;
  }

  async #makeIndexes(): Promise<void> {
    await this.#accesses.createIndex({ expires_at: 1 }, { expireAfterSeconds: 0 }, {});
    for (const field of Object.values(FIELDS))
      await this.#accesses.createIndex(
        { [field]: 1, _id: 1 },
        { partialFilterExpression: { [field]: { $gt: '' } } },
        {},
      );
  }

  async #reach<Answer>(step: () => Promise<Answer>): Promise<Answer> {
    if (this.#closed) throw new JournalUnavailable('the journal is closed');
    try {
      return await within(this.timeoutMs, this.connection.connected().then(step));
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      const { address, database, reasonOf } = this.connection;
      throw new JournalUnavailable(
        `The journal in MongoDB at ${address}/${database.databaseName} is not reached (${reasonOf(error)}).`,
        { cause: error },
      );
    }
  }
}

const FIELDS = { user: 'user_id', organization: 'organization_id', audited: 'audited' } as const;
