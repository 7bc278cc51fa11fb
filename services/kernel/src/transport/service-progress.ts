import { type Position, START, type StreamName } from '../base/position.js';
import type { EventLog } from '../eventlog/port.js';
import { Waiters } from '../reactions/waiters.js';
import { lagBehind, untilReached } from '../reactions/waiting.js';
import type { Progress } from '../messages/protocol.js';

export interface ServiceProgressOptions {
  readonly log: EventLog;
  /** Of the service's streams. */
  readonly categories: readonly string[];
  /** The service's projections in the versions that are read here, `generationOf`. */
  readonly projections: readonly string[];
}

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

  /** The replica that projects what is read here now, as far as is known. */
  get leader(): string | undefined {
    return [...this.#told].find(([, { leading, positions }]) => leading && this.#isOurs(positions))?.[0];
  }

  /** Whether every projection reached the position within the time; what stands there may be of other categories. */
  reached(position: Position, timeoutMs: number): Promise<boolean> {
    const standing = (): Position => this.#position;
    return untilReached({ standing, waiters: this.#waiters, followed: this.options }, position, timeoutMs);
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

  #isOurs(positions: Progress['positions']): boolean {
    return this.options.projections.every((name) => positions[name] !== undefined);
  }

  #furthest(): Position {
    const told = [...this.#told.values()];
    const each = this.options.projections.map((name) =>
      told.map(({ positions }) => positions[name] ?? START).reduce((a, b) => (a > b ? a : b), START),
    );
    return each.reduce((a, b) => (a < b ? a : b), each[0] ?? START);
  }
}
