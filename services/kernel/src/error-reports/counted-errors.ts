import { derivedId } from '../clock/ids.js';
import { pause } from '../clock/pause.js';
import { type Clock, timestamp } from '../clock/port.js';
import type { Logger } from '../logging/port.js';
import { type Registers, RegistersUnavailable } from '../registers/port.js';
import { added, addErrors } from './counts.js';
import type { Erred, ErrorCount, ErrorReports } from './port.js';

export interface ErrorReportsOptions {
  readonly registers: Pick<Registers, 'get' | 'compareAndSet'>;
  readonly logger: Logger;
  readonly clock: Clock;
  /** How long reports wait for others, milliseconds. */
  readonly gatherMs?: number;
}

/** Kinds that wait to be counted. */
const MOST_WAITING = 500;
const GATHER_MS = 250;
/** After a failure the registers are asked again so often. */
const AGAIN_MS = 1_000;
const CLOSING_MS = 1_000;

/** Reports are counted in the registers, beside the requests. While those are away a bounded number of kinds waits. */
class CountedErrors implements ErrorReports {
  readonly #waiting = new Map<string, ErrorCount>();
  #dropped = 0;
  #isClosed = false;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;

  constructor(private readonly options: ErrorReportsOptions) {}

  get dropped(): number {
    return this.#dropped;
  }

  note({ where, ...error }: Erred): void {
    const id = derivedId('error', error.name, error.entity, where);
    const at = timestamp(this.options.clock.now());
    if (this.#add({ id, ...error, count: 1, firstAt: at, lastAt: at })) this.#soon(this.options.gatherMs);
  }

  async flush(): Promise<void> {
    await this.#writing;
    await this.#write();
  }

  async close(): Promise<void> {
    await Promise.race([this.flush(), pause(CLOSING_MS)]);
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#dropped += this.#waiting.size;
    this.#waiting.clear();
  }

  /** Whether there was room; one of a kind that waits already takes no more. */
  #add(error: ErrorCount): boolean {
    const before = this.#waiting.get(error.id);
    if (before === undefined && this.#waiting.size >= MOST_WAITING) {
      this.#dropped += 1;
      return false;
    }
    this.#waiting.set(error.id, added(before, error));
    return true;
  }

  #soon(ms = GATHER_MS): void {
    if (this.#timer !== undefined || this.#writing !== undefined || this.#isClosed) return;
    this.#timer = setTimeout(() => void this.#write(), ms).unref();
  }

  #write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing ??= this.#writeAll().then((isDone) => {
      this.#writing = undefined;
      if (this.#waiting.size > 0) this.#soon(isDone ? this.options.gatherMs : AGAIN_MS);
    });
    return this.#writing;
  }

  /** Counts what waits now. False when the registers did not take all of it. */
  async #writeAll(): Promise<boolean> {
    for (const error of [...this.#waiting.values()]) {
      this.#waiting.delete(error.id);
      try {
        await addErrors(this.options.registers, error);
      } catch (failure) {
        this.#notCounted(error, failure);
        return false;
      }
    }
    return true;
  }

  /** What comes while the registers are away waits; what they refuse for another reason would be refused again. */
  #notCounted(error: ErrorCount, failure: unknown): void {
    this.options.logger.warn({ err: failure, kind: error.id }, 'an error could not be counted');
    const since = this.#waiting.get(error.id);
    if (!(failure instanceof RegistersUnavailable)) this.#dropped += 1;
    else this.#waiting.set(error.id, since === undefined ? error : added(error, since));
  }
}

/** Reports that are counted in the registers. */
export const openErrorReports = (options: ErrorReportsOptions): ErrorReports => new CountedErrors(options);
