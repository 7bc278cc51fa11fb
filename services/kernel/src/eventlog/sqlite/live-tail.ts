import type { RecordedEvent } from '../port.js';
import { type LogRecord, toRecordedEvent } from './records.js';

const MAX_RECORDS = 1_024;
const MAX_CHARACTERS = 16_000_000;

/** The newest events, in memory for those who follow the log. Who falls behind it reads the file. */
export class LiveTail {
  #records: LogRecord[] = [];
  /** At the same places; made when somebody asks first. */
  #events: (RecordedEvent | undefined)[] = [];
  #characters = 0;
  #waiting: (() => void)[] = [];
  #closed = false;

  /** `head` is the position of the last event there is. */
  constructor(private head: number) {}

  get closed(): boolean {
    return this.#closed;
  }

  get position(): number {
    return this.head;
  }

  /** Takes events that are on disk, in order, and wakes who waits. */
  push(records: readonly LogRecord[]): void {
    const last = records.at(-1);
    if (last === undefined) return;
    for (const record of records) {
      this.#records.push(record);
      this.#events.push(undefined);
      this.#characters += sizeOf(record);
    }
    this.head = last.position;
    while (this.#records.length > MAX_RECORDS || this.#characters > MAX_CHARACTERS) this.#dropOlderHalf();
    this.#wake();
  }

  /** Up to `limit` events after a position, `undefined` when the first of them is no longer here. */
  after(position: number, limit: number): readonly LogRecord[] | undefined {
    const index = position - this.head + this.#records.length;
    return index < 0 ? undefined : this.#records.slice(index, index + limit);
  }

  /** The event of a record, parsed once for all who follow. */
  event(record: LogRecord): RecordedEvent {
    const index = record.position - this.head + this.#records.length - 1;
    if (this.#records[index] !== record) return toRecordedEvent(record);
    return (this.#events[index] ??= toRecordedEvent(record));
  }

  /** Until there is something after that position, the signal aborts, or the log closes. */
  async waitBeyond(position: number, signal: AbortSignal): Promise<void> {
    if (this.head > position || this.#closed || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const wake = (): void => {
        signal.removeEventListener('abort', stop);
        resolve();
      };
      const stop = (): void => {
        this.#waiting = this.#waiting.filter((other) => other !== wake);
        resolve();
      };
      signal.addEventListener('abort', stop, { once: true });
      this.#waiting.push(wake);
    });
  }

  close(): void {
    this.#closed = true;
    this.#wake();
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }

  #dropOlderHalf(): void {
    const dropped = this.#records.splice(0, Math.ceil(this.#records.length / 2));
    this.#events.splice(0, dropped.length);
    for (const record of dropped) this.#characters -= sizeOf(record);
  }
}

const sizeOf = (record: LogRecord): number => record.data.length + record.metadata.length;
