import { freshId } from '../clock/ids.js';
import { pause } from '../clock/pause.js';
import type { Json } from '../base/json-value.js';
import type { Logger } from '../logging/port.js';
import { type Register, type Registers, RegistersUnavailable } from './port.js';

export interface LeaseOptions {
  readonly registers: Pick<Registers, 'get' | 'compareAndSet'>;
  /** The register that is the lease; `{holder, token}` stands in it. */
  readonly key: string;
  /** Who holds it, for people who look. Need not be unique. */
  readonly holder: string;
  /** How long others wait for a holder that is gone, milliseconds. At least three times what a call may take. */
  readonly ttlMs: number;
  /** How often it is asked for, and renewed, milliseconds; a third of the time of the lease. */
  readonly everyMs?: number;
  readonly logger: Logger;
  /** Ends all of it. */
  readonly signal: AbortSignal;
  /**
   * The work. Its signal aborts when the lease is lost or may soon be: then it must come to an end, and is run again
   * when the lease is had again.
   */
  readonly run: (signal: AbortSignal) => Promise<void>;
}

/** The part of a lease's time after which it counts as lost, before it is over for others. */
const SURE = 0.9;

/**
 * Runs `run` while this process holds a lease, stands by while another does. Ends when `run` ends by itself or `signal`
 * aborts, and gives the lease up, so that another takes over at once. Throws what `run` throws.
 *
 * A lease only saves work from being done twice. It makes nothing correct: a process that is frozen goes on for a moment
 * after another has taken over, so that what is done must be compared where it is written (law 1). Time is measured by
 * the monotonic clock, from before the store was asked.
 */
export const underLease = async (options: LeaseOptions): Promise<void> => {
  const lease = new Lease(options);
  while (!options.signal.aborted) {
    const sureUntil = await lease.hold();
    if (typeof sureUntil === 'number' && (await new Tenure(lease, options).last(sureUntil)) === 'done')
      return;
    await pause(everyMs(options), options.signal);
  }
};

const everyMs = ({ ttlMs, everyMs: given }: LeaseOptions): number => given ?? ttlMs / 3;

class Lease {
  /** Tells our own writes, also one whose answer was lost. */
  readonly #token = freshId();
  #revision: number | undefined;
  #isReached = true;

  constructor(private readonly options: LeaseOptions) {}

  /** Takes or renews it. Answers until when it is ours for sure, on the monotonic clock. */
  async hold(): Promise<number | 'not ours' | 'not known'> {
    const { ttlMs } = this.options;
    const askedAt = performance.now();
    const written = await this.#asked(() => this.#write(ttlMs));
    if (written === 'not known') return written;
    this.#revision = written?.revision;
    return written === undefined ? 'not ours' : askedAt + SURE * ttlMs;
  }

  async giveUp(): Promise<void> {
    if (this.#revision !== undefined) await this.#asked(() => this.#write(0));
    this.#revision = undefined;
  }

  async #write(ttlMs: number): Promise<Register | undefined> {
    const { registers, key, holder } = this.options;
    const value = { holder, token: this.#token };
    const written = await registers.compareAndSet(key, this.#revision, value, ttlMs);
    if (written !== undefined) return written;
    const standing = await registers.get(key);
    if (tokenOf(standing?.value) !== this.#token) return undefined;
    return registers.compareAndSet(key, standing?.revision, value, ttlMs);
  }

  /** Says once when the store is away. */
  async #asked<Answer>(ask: () => Promise<Answer>): Promise<Answer | 'not known'> {
    try {
      const answer = await ask();
      this.#isReached = true;
      return answer;
    } catch (error) {
      if (!(error instanceof RegistersUnavailable)) throw error;
      const facts = { err: error, lease: this.options.key };
      if (this.#isReached) this.options.logger.warn(facts, 'the store of a lease is not reached');
      this.#isReached = false;
      return 'not known';
    }
  }
}

const tokenOf = (value: Json | undefined): Json | undefined =>
  typeof value === 'object' && value !== null && 'token' in value ? value['token'] : undefined;

/** One time of holding the lease. */
class Tenure {
  readonly #lost = new AbortController();
  readonly #ended = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly lease: Lease,
    private readonly options: LeaseOptions,
  ) {}

  async last(sureUntil: number): Promise<'done' | 'lost'> {
    const { logger, key: lease, holder } = this.options;
    logger.info({ lease, holder }, 'a lease is held');
    this.#sureUntil(sureUntil);
    const renewed = this.#renewed();
    renewed.catch(() => this.#lost.abort());
    try {
      await this.#worked();
    } finally {
      this.#ended.abort();
      await this.#givenUp(renewed);
    }
    if (!this.#lost.signal.aborted) return 'done';
    logger.warn({ lease, holder }, 'a lease was lost');
    return 'lost';
  }

  /** However renewing it came to its end. */
  async #givenUp(renewed: Promise<void>): Promise<void> {
    try {
      await renewed;
    } finally {
      clearTimeout(this.#timer);
      await this.lease.giveUp();
    }
  }

  async #worked(): Promise<void> {
    const signal = AbortSignal.any([this.options.signal, this.#lost.signal]);
    try {
      if (!signal.aborted) await this.options.run(signal);
    } catch (error) {
      if (!this.#lost.signal.aborted) throw error;
      this.options.logger.warn({ err: error, lease: this.options.key }, 'work ended as its lease was lost');
    }
  }

  async #renewed(): Promise<void> {
    const over = AbortSignal.any([this.#ended.signal, this.#lost.signal]);
    for (;;) {
      await pause(everyMs(this.options), over);
      if (over.aborted) return;
      const answer = await this.lease.hold();
      if (answer === 'not ours') this.#lost.abort();
      if (typeof answer === 'number') this.#sureUntil(answer);
    }
  }

  #sureUntil(time: number): void {
    clearTimeout(this.#timer);
    const leftMs = time - performance.now();
    if (leftMs > 0) this.#timer = setTimeout(() => this.#lost.abort(), leftMs);
    else this.#lost.abort();
  }
}
