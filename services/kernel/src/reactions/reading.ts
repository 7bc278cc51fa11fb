import { pause } from '../clock/pause.js';
import type { Position } from '../base/position.js';
import type { Batch, EventLog } from '../eventlog/port.js';
import type { Subscriber } from './subscriber.js';

/** Those who come at the same place within this time read together from the first event on. */
const GATHER_MS = 25;
/** So long a reading that is not at the head of the log yet waits for the slowest of several. At the head it never does. */
const HELD_UP_MS = 250;
const MAX_BATCH = 1_000;

export interface ReadingOptions {
  readonly log: Pick<EventLog, 'subscribe'>;
  /** What is to be read for those who ask for these categories. */
  readonly categoriesFor: (asked: ReadonlySet<string>) => readonly string[];
  /** After each batch. */
  readonly moved: () => void;
  /** This one keeps up with the others no longer: it stands where `position` says. */
  readonly leaves: (subscriber: Subscriber) => void;
}

/** One subscription to the log, for one or several who stand at the same place. */
export class Reading {
  readonly subscribers = new Set<Subscriber>();
  readonly #stop = new AbortController();
  /** Since it began to read. */
  #categories: readonly string[] | undefined;
  #position: Position;
  #isLive = false;
  #isSettled = false;

  constructor(
    private readonly options: ReadingOptions,
    after: Position,
  ) {
    this.#position = after;
  }

  /** Everything up to here was handed out, but for what waits for room with those who are slow. */
  get position(): Position {
    return this.#position;
  }

  /** Whether it has come to the head of the log. */
  get isLive(): boolean {
    return this.#isLive;
  }

  /** Whether it has read something, and all its subscribers stand where it does. */
  get isSettled(): boolean {
    return this.#isSettled;
  }

  get categories(): readonly string[] {
    return this.#categories ?? [];
  }

  /** Whether these categories are read, or will be once it begins. */
  covers(categories: readonly string[]): boolean {
    const { categories: read } = this;
    return this.#categories === undefined || categories.every((category) => read.includes(category));
  }

  /** Whether it reads more than those who are left ask for. */
  get isTooWide(): boolean {
    return this.#categories !== undefined && this.#wanted().length < this.#categories.length;
  }

  #wanted(): readonly string[] {
    return this.options.categoriesFor(new Set([...this.subscribers].flatMap(({ categories }) => categories)));
  }

  add(subscriber: Subscriber): void {
    this.subscribers.add(subscriber);
    if (this.#isLive) subscriber.isAtHead();
  }

  /** Nobody is handed anything more. */
  close(): void {
    this.subscribers.clear();
    this.#stop.abort();
  }

  /** Reads until it is closed, the log is closed, or it cannot go on: what ended it is thrown where its batches are taken. */
  async run({ gathering }: { readonly gathering: boolean }): Promise<void> {
    const { signal } = this.#stop;
    try {
      // Those who begin it are in it when it reads.
      await (gathering ? pause(GATHER_MS, signal) : undefined);
      const categories = this.#wanted();
      this.#categories = categories;
      const [after, maxBatch] = [this.#position, MAX_BATCH];
      const wanted = { after, categories, maxBatch, pastDamage: true, signal };
      for await (const batch of this.options.log.subscribe(wanted)) {
        if (signal.aborted) return;
        await this.#handOut(batch);
        if (this.subscribers.size === 0) return;
        this.options.moved();
      }
      for (const subscriber of this.subscribers) subscriber.end();
    } catch (error) {
      for (const subscriber of this.subscribers) subscriber.end(error);
    }
  }

  async #handOut(batch: Batch): Promise<void> {
    this.#isSettled = false;
    const slow = [...this.subscribers].filter((subscriber) => !subscriber.offer(batch));
    this.#position = batch.position;
    const until = performance.now() + (this.#isLive ? 0 : HELD_UP_MS);
    this.#isLive ||= batch.caughtUp;
    for (const subscriber of slow) await this.#waitFor(subscriber, batch, until);
    this.#isSettled = true;
  }

  /** Others do not wait for it any longer than that. It need not leave when there are none. */
  async #waitFor(subscriber: Subscriber, batch: Batch, until: number): Promise<void> {
    while (this.subscribers.has(subscriber) && !subscriber.offer(batch)) {
      const isAlone = this.subscribers.size === 1;
      const left = isAlone ? HELD_UP_MS : until - performance.now();
      if (left > 0) await subscriber.taken(left);
      else if (this.subscribers.delete(subscriber)) this.options.leaves(subscriber);
    }
  }
}
