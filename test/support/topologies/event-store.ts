import { hash, randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import {
  BACKWARDS,
  END,
  EventStoreDBClient,
  type JSONEventType,
  jsonEvent,
  type Position,
  START,
} from '@eventstore/db-client';
import { OperationsClient } from '@eventstore/db-client/generated/operations_grpc_pb';
import { StartScavengeReq } from '@eventstore/db-client/generated/operations_pb';
import { credentials } from '@grpc/grpc-js';
import type { LoggedEvent } from '../inside.js';

type Stored = JSONEventType<string, Record<string, unknown>, Record<string, string>>;

/** What the adapter adds to the metadata. */
const CHAIN = new Set(['eventId', 'previous', 'hash', 'envelope']);

/** More than the server itself writes between two events of Cairn. */
const LAST = 100;

const textOf = ({ commit }: Position): string => String(commit).padStart(20, '0');
const placeOf = (text: string): Position | typeof START =>
  text === '' ? START : { commit: BigInt(text), prepare: BigInt(text) };

/** The log of a cluster, as it is stored in EventStoreDB. */
export class EventStore {
  readonly #client: EventStoreDBClient;

  constructor(private readonly url: string) {
    this.#client = EventStoreDBClient.connectionString(url);
  }

  async events(after: string): Promise<readonly LoggedEvent[]> {
    const found: LoggedEvent[] = [];
    for await (const { event } of this.#client.readAll({ fromPosition: placeOf(after) })) {
      if (event?.isJson !== true || event.streamId.startsWith('$')) continue;
      const position = textOf(event.position);
      const { streamId: stream, revision, type } = event;
      const { eventId: id } = event.metadata as Stored['metadata'];
      const [data, metadata] = [JSON.stringify(event.data), JSON.stringify(event.metadata)];
      if (position > after) found.push({ id: id ?? '', position, stream, revision, type, data, metadata });
    }
    return found;
  }

  async head(): Promise<string> {
    let head = '';
    // Read to its end: the driver cannot be closed after a reading that was left.
    const last = this.#client.readAll({ fromPosition: END, direction: BACKWARDS, maxCount: LAST });
    for await (const { event } of last)
      if (head === '' && event !== undefined && !event.streamId.startsWith('$'))
        head = textOf(event.position);
    return head;
  }

  /** Appends an event as an adapter with a bug could: what it is chained by is right. */
  async append(stream: string, data: object, named?: string): Promise<void> {
    const last = await this.#last(stream);
    const type = named ?? last.type;
    const { hash: previous = '' } = last.metadata;
    const facts = Object.fromEntries(Object.entries(last.metadata).filter(([name]) => !CHAIN.has(name)));
    const revision = last.revision + 1n;
    const id = randomUUID();
    const [text, metadata] = [JSON.stringify(data), JSON.stringify(facts)];
    const chained = hash('sha256', `${previous}\0${text}\0${metadata}`, 'hex');
    const envelope = crc32(`${revision} ${id} ${type} ${stream}`).toString(16).padStart(8, '0');
    await this.#client.appendToStream<Stored>(
      stream,
      jsonEvent({
        id: randomUUID(),
        type,
        data: data as Record<string, unknown>,
        metadata: { ...facts, eventId: id, previous, hash: chained, envelope },
      }),
      { expectedRevision: last.revision },
    );
  }

  /** Another application writes to the server and supersedes what it wrote; an operator scavenges that. */
  async scavenge(): Promise<void> {
    for (const maxCount of [1, 2, 3]) await this.#client.setStreamMetadata('other-application', { maxCount });
    await this.#client.appendToStream('other-application', jsonEvent({ type: 'foreign', data: {} }));
    await startScavenge(new URL(this.url).host);
  }

  close(): Promise<void> {
    return this.#client.dispose();
  }

  async #last(stream: string) {
    const reading = this.#client.readStream<Stored>(stream, {
      direction: BACKWARDS,
      fromRevision: END,
      maxCount: 1,
    });
    const found = [];
    // Read to its end: the driver cannot be closed after a reading that was left.
    for await (const { event } of reading) if (event !== undefined) found.push(event);
    if (found[0] === undefined) throw new Error(`there is no stream ${stream}`);
    return found[0];
  }
}

/** The client has no call for it, and its package the service. */
const startScavenge = async (address: string): Promise<void> => {
  const operations = new OperationsClient(address, credentials.createInsecure());
  const options = new StartScavengeReq.Options().setThreadCount(1);
  try {
    await new Promise<void>((resolve, reject) => {
      operations.startScavenge(new StartScavengeReq().setOptions(options), (error) =>
        error === null ? resolve() : reject(error),
      );
    });
  } finally {
    operations.close();
  }
};
