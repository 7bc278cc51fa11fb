import {
  counted,
  type Logger,
  patient,
  pause,
  type Position,
  type Registers,
  START,
  supervised,
} from '@cairn/kernel';
import { inTime } from './in-time.js';
import { AccessUnproven } from './refusals.js';

export interface RightsLeaseOptions {
  readonly registers: Pick<Registers, 'put' | 'list' | 'remove'>;
  /** Of this gateway alone. */
  readonly holder: string;
  /** Proves that this gateway knows every change of rights up to the position it answers. */
  readonly prove: () => Promise<Position>;
  /** How far it knows them at least. */
  readonly position: () => Position;
  readonly logger: Logger;
  /** Milliseconds that never run backwards. */
  readonly monotonic: () => number;
}

const KEY = 'rights:';
/** Times the patience, as the waits are; how often it is renewed is not. */
const TTL_MS = 1_000;
const RENEW_MS = 250;
const LOOK_MS = 10;
/** A lease that came too late, the process had no time say, shows that there is one to be had: once more. */
const ATTEMPTS = 2;
/**
 * Who asks is told no within a second (times the patience), with what else a request takes. It is waited for twice: a process that had no time
 * itself finds one wait over when it goes on, and hears in the other what came meanwhile.
 */
const WAITS_MS = [400, 400];
const sum = (all: readonly number[]): number => all.reduce((one, other) => one + other, 0);

/**
 * Each gateway says in the registers how far it knows the changes of rights, under a lease of a second. A write that
 * changes rights is answered when every lease has reached it or is over; a gateway without a lease grants nothing. So a
 * right that was taken away is gone on all gateways when the write that took it away is answered (law 2, S18).
 *
 * The time of a lease is measured from before the store was asked: it is over here before it is over for others.
 */
export class RightsLease {
  #renewedAt = Number.NEGATIVE_INFINITY;
  #told: Position = START;
  #nap = new AbortController();
  #renewing: Promise<void> | undefined;
  #running: Promise<void> | undefined;

  constructor(private readonly options: RightsLeaseOptions) {}

  /** Answers when it has a lease; then renews it until the signal aborts. May be called again when it has failed. */
  async start(signal: AbortSignal): Promise<void> {
    await this.#renew();
    this.#running = supervised('identity.rights', signal, this.options.logger, () => this.#keep(signal));
  }

  /** Gives the lease up; call it after the signal given to `start` was aborted. */
  async stopped(): Promise<void> {
    await this.#running;
    await this.options.registers.remove(this.#key());
  }

  /** Another position was reached: it is told at once. */
  moved(): void {
    this.#nap.abort();
  }

  /** Milliseconds for which this gateway may still grant; not above 0 when it must not. */
  leftMs(): number {
    return this.#renewedAt + patient(TTL_MS) - this.options.monotonic();
  }

  /** Renews a lease that has run out. Throws `AccessUnproven`; the renewal goes on when it was too slow. */
  async assure(): Promise<void> {
    if (this.leftMs() > 0) return;
    try {
      await counted('rights_lease', sum(WAITS_MS), () => this.#awaited(this.#attempts()));
    } catch (error) {
      throw error instanceof AccessUnproven ? error : new AccessUnproven({ cause: error });
    }
    if (this.leftMs() <= 0) throw new AccessUnproven();
  }

  async #awaited(attempts: Promise<void>): Promise<void> {
    for (const wait of WAITS_MS) if (this.leftMs() <= 0) await inTime(attempts, patient(wait));
  }

  async #attempts(): Promise<void> {
    for (let attempt = 0; attempt < ATTEMPTS && this.leftMs() <= 0; attempt += 1) await this.#renew();
  }

  /** Whether every gateway knows the changes of rights up to a position, within the time. */
  async everywhere(position: Position, timeoutMs: number): Promise<boolean> {
    const until = this.options.monotonic() + timeoutMs;
    for (;;) {
      const leases = await this.options.registers.list(KEY);
      if (leases.every(({ value }) => typeof value === 'string' && value >= position)) return true;
      if (this.options.monotonic() > until) return false;
      await pause(LOOK_MS);
    }
  }

  async #keep(signal: AbortSignal): Promise<void> {
    for (;;) {
      this.#nap = new AbortController();
      if (this.options.position() <= this.#told)
        await pause(RENEW_MS, AbortSignal.any([signal, this.#nap.signal]));
      if (signal.aborted) return;
      await this.#renew();
    }
  }

  #renew(): Promise<void> {
    return (this.#renewing ??= this.#renewal().finally(() => (this.#renewing = undefined)));
  }

  async #renewal(): Promise<void> {
    const began = this.options.monotonic();
    const position = await this.options.prove();
    await this.options.registers.put(this.#key(), position, patient(TTL_MS));
    this.#told = position;
    this.#renewedAt = began;
  }

  #key(): string {
    return `${KEY}${this.options.holder}`;
  }
}
