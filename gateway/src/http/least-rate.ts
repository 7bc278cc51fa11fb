import { Problem } from '../problems/problem.js';

/** How slow a client may be. */
export interface ClientRate {
  /** How long it may move nothing, and how far ahead what it has moved counts; milliseconds. */
  readonly idleMs: number;
  /** What it must move on the average; 0 asks for a byte in each `idleMs` only. */
  readonly bytesPerSecond: number;
}

/** A client that sends or takes bytes. */
export interface Moving {
  /** Bytes that it has moved so far. */
  moved(): number;
  /** Whether the next byte is up to it, and not to this side. */
  isWaitedFor(): boolean;
  /** It was too slow; nothing is asked after that. */
  end(): void;
}

/** How often one looks, of the time that a client may move nothing. */
const LOOKS = 20;

/**
 * Watches that a client does not move its bytes too slowly. It begins with the time that it may move nothing; each byte
 * buys as much time as it takes at the least rate, never more than that in hand. So a client that is slow and steady
 * above the rate goes on for as long as it takes, one that stands still ends after the idle time, and one that sends a
 * byte now and then does too. While this side is what is slow, nothing is counted; a while in which the process stood
 * still counts as two looks.
 */
export class LeastRate {
  readonly #timer: NodeJS.Timeout;
  readonly #lookMs: number;
  #leftMs: number;
  #moved: number;
  #lookedAt = performance.now();

  constructor(
    private readonly rate: ClientRate,
    private readonly client: Moving,
  ) {
    this.#leftMs = rate.idleMs;
    this.#lookMs = Math.max(1, rate.idleMs / LOOKS);
    this.#moved = client.moved();
    this.#timer = setInterval(() => this.#look(), this.#lookMs).unref();
  }

  /** Idempotent. */
  stop(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const { idleMs, bytesPerSecond } = this.rate;
    const [now, moved] = [performance.now(), this.client.moved()];
    const bytes = moved - this.#moved;
    const passedMs = this.client.isWaitedFor() ? Math.min(now - this.#lookedAt, this.#lookMs * 2) : 0;
    if (bytes > 0) this.#leftMs = Math.min(idleMs, this.#leftMs + (bytes / bytesPerSecond) * 1000);
    this.#leftMs -= passedMs;
    [this.#lookedAt, this.#moved] = [now, moved];
    if (this.#leftMs > 0) return;
    this.stop();
    this.client.end();
  }
}

/** 408 for a body that comes more slowly than that. */
export const tooSlow = ({ idleMs, bytesPerSecond }: ClientRate): Problem =>
  new Problem(
    'request_timeout',
    `The body must come with ${bytesPerSecond} bytes per second, and never stand still for ${idleMs / 1000} s.`,
    { bound: 'client_rate' },
  );
