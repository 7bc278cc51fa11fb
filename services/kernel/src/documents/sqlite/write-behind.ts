import type { Soon } from '../../clock/soon.js';
import { Pace } from '../../clock/pace.js';
import { atOnce, inSlices, type Steps } from '../../clock/steps.js';
import { takeTurns } from '../../clock/turns.js';
import { CommitUnknown, type Database } from '../../sqlite/index.js';
import type { ApplyOutcome, ChangeBatch } from '../port.js';

/** What a batch would do, worked out before anything is written. */
export type Planned =
  | Extract<ApplyOutcome, { readonly status: 'moved' }>
  /** `write` answers how many characters of documents it wrote; until it has, those tables hold a part. */
  | { readonly status: 'ready'; readonly tables: readonly string[]; readonly write: () => Steps<number> };

type Ready = Extract<Planned, { readonly status: 'ready' }>;

export interface WriteBehindParts {
  readonly database: Database;
  /** Reads; throws, and harms nothing, when a change is refused. */
  readonly plan: (batch: ChangeBatch) => Steps<Planned>;
  /** What is known of the file beside it may be wrong: the transaction was undone. */
  readonly undone: () => void;
}

const nothing = (): void => undefined;

/** The stored checkpoints are never longer behind than this. */
const OPEN_MS = 500;
const MOST_CHANGES = 4_000;
const MOST_CHARACTERS = 8_000_000;

/**
 * One transaction for what all projections apply within a moment. Everything reads through the connection that writes,
 * so that an applied batch is seen at once; a crash takes the batches of the last moment and their checkpoints away
 * together, and the projections make them again from the log (law 1). When the engine fails, the batches that were
 * answered are written again from memory before anything else is read or written.
 *
 * A batch that is large is planned and written in slices, between which others read. What writes waits for its end, and
 * who reads what it has begun to write waits too (`whole`).
 */
export class WriteBehind {
  #batches: ChangeBatch[] = [];
  #changes = 0;
  #characters = 0;
  #isOpen = false;
  #timer: NodeJS.Timeout | undefined;
  /** Tables that hold a part of a batch. */
  #halfWritten: readonly string[] = [];
  /** Ends, and never fails, when what is under way does. */
  #end: Promise<void> = Promise.resolve();
  /** What is under way, and what waits for it. */
  #queued = 0;
  readonly #turns = takeTurns();

  constructor(private readonly parts: WriteBehindParts) {}

  /** All of the batch or nothing. Throws `ChangeRefused`, and what the database throws. */
  apply(batch: ChangeBatch): Soon<ApplyOutcome> {
    return this.#inTurn(() =>
      inSlices(this.#apply(batch), new Pace({ check: () => this.#expectTransaction() })),
    );
  }

  /** For what has a transaction of its own: ends the one that is open. Throws what the database throws; then `settle` makes it up. */
  committed<Result>(work: () => Result): Soon<Result> {
    return this.#inTurn(() => {
      this.#commit();
      return work();
    });
  }

  /** What to wait for, and then to ask again, before this table is read. */
  whole(table: string): Promise<void> | undefined {
    return this.#halfWritten.includes(table) ? this.#end : undefined;
  }

  /** Writes again what was answered and undone since. Call it before reading. Throws what the database throws. */
  settle(): void {
    if (this.#isOpen || this.#batches.length === 0) return;
    const owed = this.#batches;
    this.#empty();
    try {
      this.#open();
      for (const batch of owed) atOnce(this.#again(batch));
    } catch (error) {
      this.#undo();
      this.#batches = owed;
      throw error;
    }
  }

  /** At once where nothing is under way. */
  #inTurn<Result>(work: () => Soon<Result>): Soon<Result> {
    if (this.#queued > 0) return this.#queue(work);
    const result = work();
    return result instanceof Promise ? this.#queue(() => result) : result;
  }

  async #queue<Result>(work: () => Soon<Result>): Promise<Result> {
    this.#queued += 1;
    try {
      return await this.#turns('', () => this.#begun(work));
    } finally {
      this.#queued -= 1;
    }
  }

  #begun<Result>(work: () => Soon<Result>): Promise<Result> {
    const working = (async () => work())();
    this.#end = working.then(nothing, nothing);
    return working;
  }

  *#apply(batch: ChangeBatch): Steps<ApplyOutcome> {
    this.settle();
    const planned = yield* this.parts.plan(batch);
    if (planned.status === 'moved') return planned;
    this.#open();
    yield* this.#write(planned, batch);
    if (this.#changes >= MOST_CHANGES || this.#characters >= MOST_CHARACTERS) this.#commit();
    return { status: 'applied' };
  }

  /** Without it every statement of a batch would be a transaction of its own. */
  #expectTransaction(): void {
    if (!this.#isOpen || this.parts.database.inTransaction()) return;
    this.#undo();
    throw new CommitUnknown('the engine has undone the transaction');
  }

  #commit(): void {
    this.settle();
    if (!this.#isOpen) return;
    clearTimeout(this.#timer);
    this.#isOpen = false;
    try {
      this.parts.database.commit();
    } catch (error) {
      this.parts.undone();
      throw error;
    }
    this.#empty();
  }

  #open(): void {
    if (this.#isOpen) return;
    this.parts.database.begin();
    this.#isOpen = true;
    this.#timer = setTimeout(() => void this.#inTurn(() => this.#commitInTime()), OPEN_MS).unref();
  }

  /** Who reads or writes next hears of a failure that lasts. */
  #commitInTime(): void {
    try {
      this.#commit();
    } catch (error) {
      if (this.#batches.length === 0) throw error;
    }
  }

  *#write({ tables, write }: Ready, batch: ChangeBatch): Steps<void> {
    this.#halfWritten = tables;
    try {
      this.#characters += yield* write();
    } catch (error) {
      this.#undo();
      this.settle();
      throw error;
    } finally {
      this.#halfWritten = [];
    }
    this.#batches.push(batch);
    this.#changes += batch.changes.length;
  }

  /** One that has moved was in a commit of which nothing was known. */
  *#again(batch: ChangeBatch): Steps<void> {
    const planned = yield* this.parts.plan(batch);
    if (planned.status === 'moved') return;
    this.#characters += yield* planned.write();
    this.#batches.push(batch);
    this.#changes += batch.changes.length;
  }

  #undo(): void {
    clearTimeout(this.#timer);
    if (this.#isOpen) this.parts.database.rollBack();
    this.#isOpen = false;
    this.parts.undone();
  }

  #empty(): void {
    this.#batches = [];
    this.#changes = 0;
    this.#characters = 0;
  }
}
