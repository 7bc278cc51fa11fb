import {
  counted,
  type EventLog,
  LogUnavailable,
  patient,
  type Position,
  type RecordedEvent,
  START,
  supervised,
  Waiters,
  type Logger,
} from '@cairn/kernel';
import { inTime } from './in-time.js';
import { AccessUnproven } from './refusals.js';

export interface RightsFollowerOptions {
  readonly log: EventLog;
  readonly categories: readonly string[];
  readonly logger: Logger;
  /** An event of one of these streams happened: what is known of it is untrue. `undefined`: it cannot be read. */
  readonly changed: (stream: string, recorded: RecordedEvent | undefined) => void;
  /** Milliseconds that never run backwards. */
  readonly monotonic: () => number;
  /** Called when it has applied what it had not before. */
  readonly moved?: () => void;
  /** How long a proof is waited for, milliseconds; a second, times the patience, when absent. */
  readonly provenWithinMs?: number;
}

/** For how long a proof is good: a right that was taken away is gone within this time everywhere (S18). */
const PROVEN_FOR_MS = 1_000;
/** How long one is waited for at patience 1. */
const PROVEN_WITHIN_MS = 1_000;
const PAGE = 1_000;

/** Follows what changes rights, from the head of the log on, and can prove that it is there. */
export class RightsFollower {
  readonly #waiters = new Waiters();
  #position: Position = START;
  #provenAt = Number.NEGATIVE_INFINITY;
  /** Everything up to here was considered, whether or not the subscription told of it. */
  #provenTo: Position = START;
  #proving: Promise<void> | undefined;
  #running: Promise<void> | undefined;

  constructor(private readonly options: RightsFollowerOptions) {}

  /** Answers when it knows where it begins; then it runs until the signal aborts. Does nothing when it runs already. */
  async start(signal: AbortSignal): Promise<void> {
    if (this.#running !== undefined) return;
    const { log, logger } = this.options;
    this.#position = await log.head();
    this.#provenAt = this.options.monotonic();
    this.#running = supervised('identity.principals', signal, logger, () => this.#follow(signal));
  }

  async stopped(): Promise<void> {
    await this.#running;
  }

  /** All that changes rights up to here is applied. */
  get position(): Position {
    return this.#position > this.#provenTo ? this.#position : this.#provenTo;
  }

  /** Whether it was at the head less than a second ago. */
  isProven(): boolean {
    return this.options.monotonic() - this.#provenAt <= PROVEN_FOR_MS;
  }

  /** Proves that it is at the head, within a second, times the patience. Throws `AccessUnproven`. */
  async prove(): Promise<void> {
    this.#proving ??= this.#proof().finally(() => (this.#proving = undefined));
    await this.#proving;
  }

  /** Whether all that changes rights up to a position is applied, within the time. */
  async caughtUpTo(position: Position, timeoutMs: number): Promise<boolean> {
    if (position <= this.#position) return true;
    const reached = this.#headOfRights().then(({ head }) => this.#reached(head, timeoutMs));
    return (await inTime(reached, timeoutMs)) ?? false;
  }

  async #follow(signal: AbortSignal): Promise<void> {
    const { log, categories, changed } = this.options;
    const after = this.#position;
    for await (const batch of log.subscribe({
      after,
      categories,
      maxBatch: PAGE,
      pastDamage: true,
      signal,
    })) {
      // Of a record that cannot be read it is known whose it is: that stream is refused when it is read, and no other.
      for (const recorded of batch.events) changed(recorded.stream, recorded);
      for (const { stream } of batch.damaged ?? []) changed(stream, undefined);
      this.#position = batch.position;
      this.#waiters.reached(batch.position);
      this.options.moved?.();
    }
  }

  async #proof(): Promise<void> {
    const began = this.options.monotonic();
    try {
      const { provenWithinMs: withinMs = patient(PROVEN_WITHIN_MS) } = this.options;
      const proof = (): Promise<boolean | undefined> => inTime(this.#isAtHead(withinMs), withinMs);
      if ((await counted('rights_proof', PROVEN_WITHIN_MS, proof)) !== true)
        throw new LogUnavailable(`the log was not read to its end within ${withinMs} ms`);
    } catch (error) {
      throw new AccessUnproven({ cause: error });
    }
    this.#provenAt = began;
  }

  async #isAtHead(withinMs: number): Promise<boolean> {
    const { head, considered } = await this.#headOfRights();
    if (await this.#reached(head, withinMs)) this.#provenTo = considered;
    return this.#provenTo === considered;
  }

  /** The last event that changes rights in the log as it is now, and how far the log was looked at. */
  async #headOfRights(): Promise<{ readonly head: Position; readonly considered: Position }> {
    let after = this.#position;
    let head = after;
    for (;;) {
      const { categories } = this.options;
      const options = { after, categories, limit: PAGE, pastDamage: true, withoutLarge: true };
      const batch = await this.options.log.readAll(options);
      for (const last of [batch.events.at(-1), batch.damaged?.at(-1)])
        if (last !== undefined && last.position > head) head = last.position;
      if (batch.caughtUp) return { head, considered: batch.position };
      after = batch.position;
    }
  }

  #reached(position: Position, timeoutMs: number): Promise<boolean> {
    return position <= this.#position ? Promise.resolve(true) : this.#waiters.wait(position, timeoutMs);
  }
}
