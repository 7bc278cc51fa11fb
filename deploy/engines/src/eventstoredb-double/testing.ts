import { randomUUID } from 'node:crypto';
import {
  type AllStreamSubscription,
  binaryEvent,
  type BinaryEventData,
  EventStoreDBClient,
  jsonEvent,
  type JSONEventData,
  type ResolvedEvent,
  type StreamSubscription,
} from '@eventstore/db-client';

/** A stream that no other test knows. */
export const freshStream = (category = 'item'): string => `${category}-${randomUUID()}`;

export const clientOf = ({ url }: { readonly url: string }): EventStoreDBClient =>
  EventStoreDBClient.connectionString(url);

/** A small JSON event. */
export const eventNamed = (type: string, id: string = randomUUID()): JSONEventData =>
  jsonEvent({ type, id, data: { type } });

/** An event with so many bytes of data. */
export const eventOfBytes = (bytes: number): BinaryEventData =>
  binaryEvent({ type: 'big', data: Buffer.alloc(bytes, 7) });

/** What a read finds. */
export const eventsOf = async (reading: AsyncIterable<ResolvedEvent>): Promise<ResolvedEvent[]> => {
  const events: ResolvedEvent[] = [];
  for await (const event of reading) events.push(event);
  return events;
};

/** The types of what a read finds. */
export const typesOf = async (reading: AsyncIterable<ResolvedEvent>): Promise<string[]> =>
  (await eventsOf(reading)).map(({ event }) => event?.type ?? '');

/** The error that a promise is rejected with; what it resolves to when it is not. */
export const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.catch((error: unknown) => error);

/** Everything that a subscription tells, in its order: `confirmed`, types of events, `caught up`, `fell behind`. */
export class Listener {
  readonly heard: string[] = [];
  readonly events: ResolvedEvent[] = [];
  readonly ended: Promise<Error | undefined>;
  private waiting: (() => void)[] = [];

  constructor(readonly subscription: AllStreamSubscription | StreamSubscription) {
    this.ended = new Promise((resolve) => {
      subscription
        .on('confirmation', () => this.hear('confirmed'))
        .on('caughtUp', () => this.hear('caught up'))
        .on('fellBehind', () => this.hear('fell behind'))
        .on('data', (event: ResolvedEvent) => {
          this.events.push(event);
          this.hear(event.event?.type ?? '');
        })
        .on('error', resolve)
        .on('end', () => resolve(undefined));
    });
  }

  hear(what: string): void {
    this.heard.push(what);
    const woken = this.waiting;
    this.waiting = [];
    for (const wake of woken) wake();
  }

  /** Answers when it has been heard so often. */
  async until(what: string, times = 1): Promise<void> {
    while (this.heard.filter((each) => each === what).length < times)
      await new Promise<void>((resolve) => this.waiting.push(resolve));
  }
}
