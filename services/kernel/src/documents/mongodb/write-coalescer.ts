import { isUnavailable } from '../../mongodb/index.js';
import type { ApplyOutcome, ChangeBatch } from '../port.js';
import { applyBatch, type ApplyingParts, attempt } from './applying.js';

/** Of one transaction. */
const MOST_CHANGES = 4_000;

/** Rejects when the server falls silent, so that nobody waits behind a call that is never answered. */
export type WhileAnswering = <Answer>(call: Promise<Answer>) => Promise<Answer>;

interface Waiting {
  readonly batch: ChangeBatch;
  readonly resolve: (outcome: ApplyOutcome | Promise<ApplyOutcome>) => void;
}

/**
 * Applies in one transaction what the projections of a process ask for while the one before is at work: as many commits
 * as the server bears, not one for each projection. When that is refused, each batch is applied by itself.
 */
export class WriteCoalescer {
  #waiting: Waiting[] = [];
  #isWorking = false;

  constructor(
    private readonly parts: ApplyingParts,
    private readonly whileAnswering: WhileAnswering,
  ) {}

  apply(batch: ChangeBatch): Promise<ApplyOutcome> {
    // A rebuild is in no hurry, and its large batches would hold up what is.
    if (batch.generation === 'next') return this.#alone(batch);
    return new Promise((resolve) => {
      this.#waiting.push({ batch, resolve });
      if (!this.#isWorking) void this.#work();
    });
  }

  async #work(): Promise<void> {
    this.#isWorking = true;
    while (this.#waiting.length > 0) {
      await theirTurn();
      await this.#round(this.#taken());
    }
    this.#isWorking = false;
  }

  /** Never rejects: every outcome is told to who asked. */
  async #round(some: readonly Waiting[]): Promise<void> {
    const together = some.length > 1 ? this.#inOne(some.map(({ batch }) => batch)) : Promise.resolve(false);
    const outcomes = some.map(async ({ batch }): Promise<ApplyOutcome> =>
      (await together) ? { status: 'applied' } : this.#alone(batch),
    );
    for (const [index, { resolve }] of some.entries()) resolve(outcomes[index]!);
    await Promise.allSettled(outcomes);
  }

  #taken(): readonly Waiting[] {
    let changes = 0;
    const next = this.#waiting.findIndex(({ batch }) => (changes += batch.changes.length) > MOST_CHANGES);
    return this.#waiting.splice(0, next < 0 ? this.#waiting.length : Math.max(next, 1));
  }

  #alone(batch: ChangeBatch): Promise<ApplyOutcome> {
    return this.whileAnswering(applyBatch(this.parts, batch));
  }

  /** Whether all of them were applied. */
  async #inOne(batches: readonly ChangeBatch[]): Promise<boolean> {
    try {
      return (await this.whileAnswering(attempt(this.parts, batches))) === 'applied';
    } catch (error) {
      if (isUnavailable(error)) throw error;
      return false;
    }
  }
}

/**
 * Whoever was just told an outcome asks for the next in this turn of the event loop. Without it two projections of the same
 * events would take turns for ever, each waiting for the transaction of the other.
 */
const theirTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
