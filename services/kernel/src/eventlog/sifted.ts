import type { Position } from '../base/position.js';
import type { Batch, DamagedRecord, RecordedEvent } from './port.js';
import { RecordDamaged } from './port.js';

export type Place = Omit<DamagedRecord, 'reason'>;

/** What a batch is made of: events, and beside them the records that are damaged, for those who go past damage. */
export class Sifted {
  readonly events: RecordedEvent[] = [];
  readonly #damaged: DamagedRecord[] = [];

  constructor(private readonly pastDamage: boolean | undefined) {}

  /** How many records there are, readable or not. */
  get size(): number {
    return this.events.length + this.#damaged.length;
  }

  /** The last of them. */
  get position(): Position | undefined {
    return lastOf(this.events, this.#damaged);
  }

  /** Takes a record that can be read. */
  add(event: RecordedEvent): void {
    this.events.push(event);
  }

  /** Takes records that another sifted out. */
  addDamaged(damaged: readonly DamagedRecord[] = []): void {
    for (const record of damaged) this.#damaged.push(record);
  }

  /** Takes a record that could not be read; `place` tells whose it is, if it can. Throws what it is not to go past. */
  fail(error: unknown, place: () => Place | undefined): void {
    const where = this.pastDamage === true && error instanceof RecordDamaged ? place() : undefined;
    if (where === undefined || !(error instanceof RecordDamaged)) throw error;
    this.#damaged.push({ ...where, reason: error.message });
  }

  batch(position: Position, caughtUp: boolean): Batch {
    const damaged = this.#damaged.toSorted((one, other) => (one.position < other.position ? -1 : 1));
    return batchOf(this.events, damaged, position, caughtUp);
  }
}

/** `damaged` in the order of the log. */
export const batchOf = (
  events: readonly RecordedEvent[],
  damaged: readonly DamagedRecord[],
  position: Position,
  caughtUp: boolean,
): Batch => ({ events, ...(damaged.length === 0 ? {} : { damaged }), position, caughtUp });

const lastOf = (
  events: readonly RecordedEvent[],
  damaged: readonly DamagedRecord[],
): Position | undefined => {
  const [event, record] = [events.at(-1)?.position, damaged.at(-1)?.position];
  return event !== undefined && (record === undefined || event > record) ? event : record;
};
