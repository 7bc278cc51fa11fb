import { type EventLog, type Position, START, type StreamName } from '../eventlog/port.js';
import { Waiters } from '../reactions/waiters.js';
import { isNothingWaiting, lagBehind } from '../reactions/waiting.js';
import type { Progress } from './protocol.js';

export interface ServiceProgressOptions {
  readonly log: EventLog;
  /** Of the service's streams. */
  readonly categories: readonly string[];
  /** Names of the service's projections. */
  readonly projections: readonly string[];
}

/** Longer than a line of progress takes. */
const SOON_MS = 25;

/** How far a service's projections are, from what its replicas tell; the documents are shared, so the furthest counts. */
export class ServiceProgress {
  readonly #told = new Map<string, Progress>();
  readonly #waiters = new Waiters();
  #position: Position = START;

  constructor(private readonly options: ServiceProgressOptions) {}

  /** Takes what a replica says. */
  tell(replica: string, progress: Progress): void {
    this.#told.set(replica, progress);
    const position = this.#furthest();
    if (position <= this.#position) return;
    this.#position = position;
    this.#waiters.reached(position);
  }

  /** The replica cannot be heard any more. */
  silent(replica: string): void {
    this.#told.delete(replica);
  }

  /** The replica that projects now, as far as is known. */
  get leader(): string | undefined {
    return [...this.#told].find(([, { leading }]) => leading)?.[0];
  }

  /** Whether every projection reached the position within the time; what stands there may be of other categories. */
  async reached(position: Position, timeoutMs: number): Promise<boolean> {
    if (this.#position >= position) return true;
    const soonMs = Math.min(timeoutMs, SOON_MS);
    if (await this.#waiters.wait(position, soonMs)) return true;
    if (this.#position !== START && (await isNothingWaiting(this.options, this.#position, position)))
      return true;
    return this.#waiters.wait(position, timeoutMs - soonMs);
  }

  /** How old the oldest event is that waits, milliseconds. */
  async lagMs(): Promise<number> {
    return (await lagBehind(this.options, this.#position)).ms;
  }

  isStale(streams: readonly StreamName[]): boolean {
    for (const { parked } of this.#told.values())
      if (parked.length > 0 && streams.some((stream) => parked.includes(stream))) return true;
    return false;
  }

  #furthest(): Position {
    const told = [...this.#told.values()];
    const each = this.options.projections.map((name) =>
      told.map(({ positions }) => positions[name] ?? START).reduce((a, b) => (a > b ? a : b), START),
    );
    return each.reduce((a, b) => (a < b ? a : b));
  }
}
