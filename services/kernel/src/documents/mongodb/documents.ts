import { isUnavailable, type MongoConnection, openMongo, within } from '../../mongodb/index.js';
import type { Position } from '../../base/position.js';
import type {
  ApplyOutcome,
  ChangeBatch,
  Document,
  Documents,
  Filter,
  FindOptions,
  FindPageOptions,
  FoundPage,
  GotDocuments,
  Generation,
  ReadModel,
} from '../port.js';
import { DocumentsUnavailable } from '../port.js';
import { Generations } from './generations.js';
import { patient } from '../../clock/patience.js';
import { Housekeeping } from './housekeeping.js';
import { DocumentReads } from './document-reads.js';
import { keyOfGeneration, STATE } from './records.js';
import { Sessions } from './sessions.js';
import { GenerationSwitches } from './generation-switches.js';
import { WriteCoalescer } from './write-coalescer.js';
import { Transactions } from './transactions.js';

export type MongoDocumentsOptions = {
  /** A call fails when the server does not answer for so long, milliseconds (900, times the patience). One that works may take longer. */
  readonly timeoutMs?: number;
  /** How long collections stay that are read no more, milliseconds (60,000): longer than any read takes. */
  readonly graceMs?: number;
  /** Called when what nobody reads any more could not be removed; it is tried again in an hour. */
  readonly unswept?: (error: unknown) => void;
} & ({ readonly url: string } | { readonly connection: MongoConnection });

const TIMEOUT_MS = 900;
const GRACE_MS = 60_000;
/** However well the server answers: less than the minute after which it ends a transaction. */
const LONGEST_MS = 40_000;
const LONGEST_MAKING_MS = 120_000;

/**
 * Documents in MongoDB: `<collection>__v<version>_g<number>` for each collection and generation, with the records of the
 * generations beside them. With `url` they have a connection of their own, with `connection` one that the caller opens
 * and closes. The server is asked when the first call is made: opening never fails because it is away.
 */
export const openMongoDocuments = async (options: MongoDocumentsOptions): Promise<Documents> => {
  const { timeoutMs = patient(TIMEOUT_MS), graceMs = GRACE_MS, unswept = () => undefined } = options;
  const settings = { timeoutMs, graceMs, unswept };
  if ('connection' in options)
    return new MongoDocuments({
      ...settings,
      connection: options.connection,
      close: () => Promise.resolve(),
    });
  const connection = await openMongo({ url: options.url });
  return new MongoDocuments({ ...settings, connection, close: () => connection.close() });
};

interface Parts {
  readonly connection: MongoConnection;
  readonly timeoutMs: number;
  readonly graceMs: number;
  readonly unswept: (error: unknown) => void;
  readonly close: () => Promise<void>;
}

class MongoDocuments implements Documents {
  readonly #generations: Generations;
  readonly #sessions: Sessions;
  readonly #transactions: Transactions;
  readonly #together: WriteCoalescer;
  readonly #switches: GenerationSwitches;
  readonly #reads: DocumentReads;
  readonly #housekeeping: Housekeeping;
  #closed = false;

  constructor(private readonly parts: Parts) {
    const { connection, timeoutMs, graceMs, unswept } = parts;
    this.#generations = new Generations(connection, graceMs);
    const { records } = this.#generations;
    this.#sessions = new Sessions(connection, records);
    this.#transactions = new Transactions(this.#sessions);
    const ask = async (): Promise<number> => (await records.state.findOne({ _id: STATE }))?.switches ?? 0;
    this.#switches = new GenerationSwitches(ask, timeoutMs);
    this.#together = new WriteCoalescer(
      {
        connection,
        generations: this.#generations,
        sessions: this.#sessions,
        transactions: this.#transactions,
      },
      (call) => this.#switches.whileAnswering(call, LONGEST_MS),
    );
    this.#reads = new DocumentReads({
      connection,
      generations: this.#generations,
      switches: this.#switches,
    });
    this.#housekeeping = new Housekeeping(this.#generations, graceMs, unswept);
  }

  prepare(models: readonly ReadModel[]): Promise<void> {
    return this.#reach(LONGEST_MAKING_MS, async () => {
      // A record that is locked by what a killed process left behind could not be written.
      await this.#sessions.endAll(models.flatMap(keysOf));
      await this.#generations.prepare(models);
      this.#housekeeping.start();
    });
  }

  checkpoint(projection: string, generation: Generation): Promise<Position> {
    return this.#reach(LONGEST_MS, () => this.#generations.checkpoint(projection, generation));
  }

  apply(batch: ChangeBatch): Promise<ApplyOutcome> {
    return this.#tell(() => this.#together.apply(batch));
  }

  get(collection: string, id: string): Promise<Document | undefined> {
    return this.#tell(() => this.#reads.get(collection, id));
  }

  getMany(collection: string, ids: readonly string[]): Promise<readonly Document[]> {
    return this.#tell(() => this.#reads.getMany(collection, ids));
  }

  getSome(collection: string, ids: readonly string[], mostBytes?: number): Promise<GotDocuments> {
    return this.#tell(() => this.#reads.getSome(collection, ids, mostBytes));
  }

  find(collection: string, options: FindOptions): Promise<readonly Document[]> {
    return this.#tell(() => this.#reads.find(collection, options));
  }

  findPage(collection: string, options: FindPageOptions): Promise<FoundPage> {
    return this.#tell(() => this.#reads.findPage(collection, options));
  }

  count(collection: string, filter: Filter, limit: number): Promise<number> {
    return this.#tell(() => this.#reads.count(collection, filter, limit));
  }

  beginNext(projection: string): Promise<void> {
    return this.#reach(LONGEST_MAKING_MS, async () => {
      await this.#generations.beginNext(projection);
      this.#housekeeping.sweepLater();
    });
  }

  promoteNext(projection: string, at: Position): Promise<boolean> {
    return this.#reach(LONGEST_MS, async () => {
      const isPromoted = await this.#generations.promoteNext(projection, at);
      this.#housekeeping.sweepLater();
      return isPromoted;
    });
  }

  /**
   * Drops generations that are out of use and due. MongoDB cannot be told to overwrite: values that were replaced or
   * removed stay in its data files, journal and oplog until those are written over; encrypt its disks.
   */
  scrub(): Promise<void> {
    return this.#reach(LONGEST_MAKING_MS, () => this.#housekeeping.sweep());
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#housekeeping.stop();
    await this.#transactions.close();
    await this.parts.close();
  }

  #reach<Answer>(mostMs: number, step: () => Promise<Answer>): Promise<Answer> {
    return this.#tell(() => this.#switches.whileAnswering(step(), mostMs));
  }

  async #tell<Answer>(step: () => Promise<Answer>): Promise<Answer> {
    if (this.#closed) throw new DocumentsUnavailable('the documents are closed');
    const { connection, timeoutMs } = this.parts;
    try {
      await within(timeoutMs, connection.connected());
      return await step();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      throw new DocumentsUnavailable(
        `The documents in MongoDB at ${connection.address} are not reached (${connection.reasonOf(error)}): ` +
          'see that the server runs, that it has a primary and that the address is right.',
        { cause: error },
      );
    }
  }
}

const keysOf = (model: ReadModel): readonly string[] => [
  keyOfGeneration(model, 'live'),
  keyOfGeneration(model, 'next'),
];
