import type { Registers, Logger } from '@cairn/kernel';
import { lastUse, type Stamped, stampUse } from '../../sign-in/last-used.js';
import { LeastRecentlyUsed } from './least-recently-used.js';

interface Use {
  used: number;
  written: number;
}

/** A register is written once a minute at most (SPEC-api-keys). */
const COALESCED_MS = 60_000;
const CAPACITY = 100_000;

export interface LastUsesOptions {
  readonly registers: Registers;
  readonly logger: Logger;
  readonly what: Stamped;
  /** How long a stamp is of use; for ever when absent. */
  readonly ttlMs?: number;
}

/** When each session, key or person was seen last: exactly in memory, to the minute in the registers. */
export class LastUses {
  readonly #uses = new LeastRecentlyUsed<Use>(CAPACITY);

  constructor(private readonly options: LastUsesOptions) {}

  /** When this process saw it, milliseconds since 1970, if it is at hand; another may have seen it later. */
  known(id: string): number | undefined {
    return this.#uses.get(id)?.used;
  }

  /** When any process saw it, to the minute; 0 when nobody knows. */
  async last(id: string): Promise<number> {
    return (await lastUse(this.options.registers, this.options.what, id)) ?? 0;
  }

  touch(id: string, now: number): void {
    const use = this.#uses.get(id);
    if (use === undefined) this.#uses.set(id, { used: now, written: now });
    else {
      use.used = now;
      if (now - use.written < COALESCED_MS) return;
      use.written = now;
    }
    const { registers, what, ttlMs, logger } = this.options;
    stampUse(registers, what, id, now, ttlMs).catch((error: unknown) => {
      logger.warn({ err: error, what }, 'a last use could not be written down');
    });
  }
}
