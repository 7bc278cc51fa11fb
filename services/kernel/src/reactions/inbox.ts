import { bytesAtMost } from '../eventlog/json-size.js';
import { PART_BYTES } from '../eventlog/parts.js';
import type { Position } from '../base/position.js';
import type { Batch } from '../eventlog/port.js';
import { batchOf } from '../eventlog/sifted.js';

/** Batches that wait for one subscriber, in order. What waits is taken together, so that who is slow takes larger batches. */
export class Inbox {
  #waiting: readonly Batch[] = [];

  /** `most`: how many events wait at most, and are taken at once. One batch always has room, however large it is. */
  constructor(private readonly most: number) {}

  hasRoomFor(batch: Batch): boolean {
    if (this.#waiting.length === 0 || sizeOf(batch) === 0) return true;
    const all = [...this.#waiting, batch];
    return sum(all.map(sizeOf)) <= this.most && sum(all.map(bytesOf)) <= PART_BYTES;
  }

  put(batch: Batch): void {
    this.#waiting = [...this.#waiting, batch];
  }

  /** `undefined` when nothing waits. */
  take(): Batch | undefined {
    const all = joined(this.#waiting);
    this.#waiting = [];
    if (all === undefined || sizeOf(all) <= this.most) return all;
    const end = placesOf(all)[this.most - 1] ?? all.position;
    this.#waiting = [part(all, (position) => position > end, all.position, all.caughtUp)];
    return part(all, (position) => position <= end, end, false);
  }
}

/** What of a batch is wanted by its place. */
export const part = (
  { events, damaged = [] }: Batch,
  isWanted: (position: Position, stream: string) => boolean,
  position: Position,
  caughtUp: boolean,
): Batch =>
  batchOf(
    events.filter((event) => isWanted(event.position, event.stream)),
    damaged.filter((record) => isWanted(record.position, record.stream)),
    position,
    caughtUp,
  );

/** How many records it tells of, readable or not. */
export const sizeOf = ({ events, damaged = [] }: Batch): number => events.length + damaged.length;

const joined = (batches: readonly Batch[]): Batch | undefined => {
  const last = batches.at(-1);
  if (last === undefined || batches.length === 1) return last;
  const events = batches.flatMap((batch) => batch.events);
  const damaged = batches.flatMap((batch) => batch.damaged ?? []);
  return batchOf(events, damaged, last.position, last.caughtUp);
};

const placesOf = ({ events, damaged = [] }: Batch): readonly Position[] =>
  [...events, ...damaged].map(({ position }) => position).sort();

const bytesOf = ({ events }: Batch): number => sum(events.map(({ data }) => bytesAtMost(data)));

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
