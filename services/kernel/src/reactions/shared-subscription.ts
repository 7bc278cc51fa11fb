import type { Position } from '../base/position.js';
import type { Batch, EventLog, SubscribeOptions } from '../eventlog/port.js';
import { appendInOrder } from '../eventlog/append-in-order.js';
import { Reading } from './reading.js';
import { Subscriber } from './subscriber.js';

/**
 * Reads the log once for all in this process who follow the streams of one service: its projections, policies and work.
 * Each is handed what it asked for, from its own checkpoint on, in order, each event once.
 *
 * Those who stand at the same place share a subscription, to the streams that any of them asks for. One who starts elsewhere has one of its own until that is at
 * the head of the log, and goes on with the others from there. One who is slow goes back to one of its own: it holds the
 * others up by 250 ms for each batch at most, and not at all where they are at the head.
 */
export class SharedSubscription {
  /** All that is read once a projection is there. */
  readonly #all: Set<string>;
  readonly #readings = new Set<Reading>();
  readonly #running = new Set<Promise<void>>();

  constructor(
    private readonly log: Pick<EventLog, 'subscribe'>,
    private readonly ofService: readonly string[],
  ) {
    this.#all = new Set(ofService);
  }

  /** Reads streams of these categories too, beside those of the service. To be said before anybody subscribes. */
  include(categories: readonly string[]): void {
    for (const category of categories) this.#all.add(category);
  }

  /** As `EventLog.subscribe`. Who asks for what is not read together subscribes alone. */
  async *subscribe(options: SubscribeOptions): AsyncGenerator<Batch, void, void> {
    if (options.withoutLarge === true || !this.#includes(options.categories)) {
      yield* this.log.subscribe(options);
      return;
    }
    const subscriber = new Subscriber(options);
    const end = (): void => subscriber.end();
    options.signal.addEventListener('abort', end, { once: true });
    this.#join(subscriber);
    try {
      for (let batch = await subscriber.next(); batch !== undefined; batch = await subscriber.next())
        yield batch;
    } finally {
      options.signal.removeEventListener('abort', end);
      subscriber.end();
      this.#leave(subscriber);
    }
  }

  /** Answers when nothing is read any more: after those who subscribed have ended. */
  async ended(): Promise<void> {
    await Promise.all(this.#running);
  }

  #includes(categories: readonly string[]): boolean {
    return categories.every((category) => this.#all.has(category));
  }

  #join(subscriber: Subscriber): void {
    const same = [...this.#readings].find(
      (reading) => reading.position === subscriber.position && reading.covers(subscriber.categories),
    );
    (same ?? this.#begin(subscriber.position, true)).add(subscriber);
  }

  /** Those who are left go on with a narrower one, when nobody needs most of what is read. */
  #leave(subscriber: Subscriber): void {
    for (const reading of this.#readings) {
      if (!reading.subscribers.delete(subscriber)) continue;
      const left = [...reading.subscribers];
      if (left.length > 0 && !reading.isTooWide) continue;
      this.#close(reading);
      for (const one of left) this.#join(one);
    }
  }

  /** All, when a projection asks: it needs every stream of the service. Who listens for something reads only that. */
  #categoriesFor(asked: ReadonlySet<string>): readonly string[] {
    return this.ofService.every((category) => asked.has(category)) ? [...this.#all] : [...asked];
  }

  #begin(after: Position, gathering: boolean): Reading {
    const reading = new Reading(
      {
        log: this.log,
        categoriesFor: (asked) => this.#categoriesFor(asked),
        moved: () => this.#unite(),
        leaves: (subscriber) => this.#begin(subscriber.position, false).add(subscriber),
      },
      after,
    );
    this.#readings.add(reading);
    const running = reading.run({ gathering }).finally(() => {
      this.#readings.delete(reading);
      this.#running.delete(running);
    });
    this.#running.add(running);
    return reading;
  }

  #close(reading: Reading): void {
    this.#readings.delete(reading);
    reading.close();
  }

  /** Those of a reading that has reached another one, which is at the head of the log, go on with that. */
  #unite(): void {
    for (const one of this.#readings)
      for (const other of this.#readings)
        if (one !== other && goesOnWith(one, other)) {
          for (const subscriber of one.subscribers) other.add(subscriber);
          this.#close(one);
          break;
        }
  }
}

const goesOnWith = (one: Reading, other: Reading): boolean =>
  one.isSettled && other.isLive && other.position <= one.position && other.covers(one.categories);

/** The same log, whose subscriptions are shared. */
export const readTogether = (log: EventLog, shared: SharedSubscription): EventLog => ({
  append: (append) => log.append(append),
  appendMany: (appends) => log.appendMany(appends),
  appendInOrder: (appends) => appendInOrder(log, appends),
  read: (stream, options) => log.read(stream, options),
  readAll: (options) => log.readAll(options),
  subscribe: (options) => shared.subscribe(options),
  head: () => log.head(),
  isPosition: (text) => log.isPosition(text),
  close: () => log.close(),
});
