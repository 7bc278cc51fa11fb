import type { StreamName } from '../base/position.js';
import type { RecordedEvent } from '../eventlog/port.js';
import { registerPages } from '../registers/pages.js';
import type { Registers } from '../registers/port.js';

interface Held {
  /** Of the first event that waits. */
  next: bigint;
  /** Of the last event that was passed over; -1 when none was since the start. */
  passed: bigint;
}

/**
 * Streams of which an event could not be reacted to: it is dead-lettered, and what follows it in its stream waits behind
 * it, so that nothing is reacted to out of order. They stand in the registers, each under the prefix and its name.
 */
export class HeldStreams {
  readonly #held = new Map<StreamName, Held>();
  /** Through which revision streams were reacted to while they were held: what follows the log comes there later. */
  readonly #done = new Map<StreamName, bigint>();

  constructor(
    private readonly registers: Registers,
    private readonly prefix: string,
  ) {}

  get names(): readonly StreamName[] {
    return [...this.#held.keys()];
  }

  async read(): Promise<void> {
    this.#held.clear();
    this.#done.clear();
    for await (const page of registerPages(this.registers, this.prefix))
      for (const { key, value } of page) {
        const { revision } = value as { readonly revision: string };
        this.#held.set(key.slice(this.prefix.length), { next: BigInt(revision), passed: -1n });
      }
  }

  /** Whether an event is not to be reacted to now: it waits, or it was reacted to while its stream was held. */
  passesOver({ stream, revision }: Pick<RecordedEvent, 'stream' | 'revision'>): boolean {
    const held = this.#held.get(stream);
    if (held !== undefined) {
      // What is damaged is told before the events of its batch, also of those that stand before it.
      if (revision < held.next) return false;
      if (revision > held.passed) held.passed = revision;
      return true;
    }
    const done = this.#done.get(stream);
    if (done === undefined) return false;
    if (revision > done) this.#done.delete(stream);
    return revision <= done;
  }

  nextOf(stream: StreamName): bigint {
    return this.#held.get(stream)?.next ?? 0n;
  }

  /** From this event on the stream waits. */
  async hold(
    { stream, revision }: Pick<RecordedEvent, 'stream' | 'revision'>,
    error: unknown,
  ): Promise<void> {
    const passed = this.#held.get(stream)?.passed ?? -1n;
    this.#held.set(stream, { next: revision, passed });
    const told = { stream, revision: revision.toString(), reason: String(error) };
    await this.registers.put(`${this.prefix}${stream}`, told, undefined);
  }

  /** All before this revision was reacted to. False: more of the stream has come to wait meanwhile. */
  async release(stream: StreamName, next: bigint): Promise<boolean> {
    const held = this.#held.get(stream);
    if (held !== undefined && held.passed >= next) return false;
    this.#held.delete(stream);
    this.#done.set(stream, next - 1n);
    await this.registers.remove(`${this.prefix}${stream}`);
    return true;
  }
}
