import type { Clock, Registers } from '@cairn/kernel';
import { Problem } from '../../problems/problem.js';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Bytes that callers sent and that nothing was done with: they lie on the disk until they are collected (ADR-0014). */
export class UnusedUploads {
  constructor(
    private readonly options: {
      readonly registers: Pick<Registers, 'get' | 'increment'>;
      readonly clock: Clock;
      /** For each caller and day; 0 is no limit. */
      readonly maxBytes: number;
    },
  ) {}

  /** Throws `rate_limited` until the day is over when the caller has sent so much of it. */
  async refuse(userId: string): Promise<void> {
    const { maxBytes, registers, clock } = this.options;
    if (maxBytes === 0) return;
    const now = clock.now();
    const sent = await registers.get(keyOf(userId, now));
    if (typeof sent?.value !== 'number' || sent.value < maxBytes) return;
    const seconds = Math.ceil((DAY_MS - (now % DAY_MS)) / 1000);
    throw new Problem(
      'rate_limited',
      `Uploads to which nothing was done are at most ${maxBytes} bytes a day: more came today.`,
      { headers: { 'Retry-After': String(seconds) }, bound: 'unused_uploads' },
    );
  }

  async note(userId: string, bytes: number): Promise<void> {
    const { maxBytes, registers, clock } = this.options;
    if (maxBytes > 0 && bytes > 0) await registers.increment(keyOf(userId, clock.now()), bytes, DAY_MS);
  }
}

const keyOf = (userId: string, now: number): string => `uploads.unused:${userId}:${Math.floor(now / DAY_MS)}`;
