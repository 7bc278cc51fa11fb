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
import { Empty } from '@eventstore/db-client/generated/shared_pb';
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb';
import { ReadReq, type ReadResp } from '@eventstore/db-client/generated/streams_pb';
import { credentials } from '@grpc/grpc-js';

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

/** Types of what a read finds but for those of the server. */
export const ownTypesOf = async (reading: AsyncIterable<ResolvedEvent>): Promise<string[]> =>
  (await typesOf(reading)).filter((type) => !type.startsWith('$'));

/** The error that a promise is rejected with; what it resolves to when it is not. */
export const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.catch((error: unknown) => error);

/** What a subscription to `$all` wants: a filter by a prefix of types, and where it begins. */
export interface WireSubscription {
  readonly from?: 'end' | WirePosition;
  readonly prefix?: string;
  readonly window?: number;
  readonly interval?: number;
  /** Reads so many events instead of subscribing. */
  readonly count?: number;
}

interface WirePosition {
  readonly commit: bigint | number;
  readonly prepare: bigint | number;
}

/** As `Listener`, without the client library: it hears checkpoints in their order too, as `checkpoint 5/0`. */
export class WireListener {
  readonly heard: string[] = [];
  readonly ended: Promise<unknown>;
  private waiting: (() => void)[] = [];
  private readonly client: StreamsClient;

  constructor({ port }: { readonly port: number }, wanted: WireSubscription = {}) {
    this.client = new StreamsClient(`127.0.0.1:${port}`, credentials.createInsecure());
    const call = this.client.read(new ReadReq().setOptions(optionsFor(wanted)));
    call.on('data', (answer: ReadResp) => this.hear(toldBy(answer)));
    this.ended = new Promise((resolve) => call.once('error', resolve).once('end', () => resolve(undefined)));
  }

  /** Answers when it has been heard so often. */
  async until(what: string, times = 1): Promise<void> {
    while (this.heard.filter((each) => each === what).length < times)
      await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  close(): void {
    this.client.close();
  }

  private hear(what: string): void {
    this.heard.push(what);
    for (const wake of this.waiting.splice(0)) wake();
  }
}

const optionsFor = ({ from, count, ...wanted }: WireSubscription): ReadReq.Options => {
  const options = new ReadReq.Options().setAll(placeFor(from)).setFilter(filterFor(wanted));
  return count === undefined
    ? options.setSubscription(new ReadReq.Options.SubscriptionOptions())
    : options.setCount(String(count));
};

const placeFor = (from: WireSubscription['from']): ReadReq.Options.AllOptions => {
  const all = new ReadReq.Options.AllOptions();
  if (from === undefined) return all.setStart(new Empty());
  if (from === 'end') return all.setEnd(new Empty());
  const position = new ReadReq.Options.Position()
    .setCommitPosition(String(from.commit))
    .setPreparePosition(String(from.prepare));
  return all.setPosition(position);
};

const filterFor = (wanted: WireSubscription): ReadReq.Options.FilterOptions => {
  const { prefix = '', window = 5, interval = 2 } = wanted;
  return new ReadReq.Options.FilterOptions()
    .setEventType(new ReadReq.Options.FilterOptions.Expression().setPrefixList([prefix]))
    .setMax(window)
    .setCheckpointintervalmultiplier(interval);
};

const toldBy = (answer: ReadResp): string => {
  const checkpoint = answer.getCheckpoint();
  if (answer.hasConfirmation()) return 'confirmed';
  if (answer.hasCaughtUp()) return 'caught up';
  if (answer.hasFellBehind()) return 'fell behind';
  if (checkpoint !== undefined)
    return `checkpoint ${checkpoint.getCommitPosition()}/${checkpoint.getPreparePosition()}`;
  return answer.getEvent()?.getEvent()?.getMetadataMap().get('type') ?? '';
};

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
