import type { Json } from '../base/json-value.js';
import type { Registers } from '../registers/port.js';

/** How far work is that goes on. */
export interface ShownProgress {
  readonly phase: string;
  readonly done: number;
  readonly total?: number;
}

/** What the holder of a claim on durable work renews while it works. */
export interface Claim {
  /** Revision of the event that gave it the work, decimal; the claim of another fence says nothing. */
  readonly fence: string;
  /** Until when it has the work without renewing it, milliseconds of the clock. */
  readonly until: number;
  readonly progress: ShownProgress;
  /** Where it is, as the kind of work knows places; what counts when it ends without a word. */
  readonly place: Json;
}

/** Long after the last renewal: who takes the work over looks where it ended. */
const KEPT_MS = 24 * 60 * 60 * 1000;

/**
 * The claims on the work of one category of streams, in the registers: renewed every few seconds, they are no events.
 * They may be lost at any time. Then nobody knows where the work was, and the attempt counts for nothing; the events of
 * the stream alone say whose the work is.
 */
export class Claims {
  readonly #prefix: string;

  constructor(
    private readonly registers: Pick<Registers, 'get' | 'put' | 'remove'>,
    category: string,
  ) {
    this.#prefix = `work:${category}:`;
  }

  async get(id: string): Promise<Claim | undefined> {
    return claimOf((await this.registers.get(`${this.#prefix}${id}`))?.value);
  }

  /** Made or renewed by who has the work by its stream. */
  async renew(id: string, claim: Claim): Promise<void> {
    await this.registers.put(`${this.#prefix}${id}`, { ...claim, progress: { ...claim.progress } }, KEPT_MS);
  }

  /** The work is over, or let go. */
  async drop(id: string): Promise<void> {
    await this.registers.remove(`${this.#prefix}${id}`);
  }
}

const claimOf = (value: Json | undefined): Claim | undefined =>
  typeof value === 'object' && value !== null && 'fence' in value && 'until' in value
    ? (value as Json & Claim)
    : undefined;
