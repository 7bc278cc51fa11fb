import { once } from 'node:events';
import { ReadResp, type ReadReq } from '@eventstore/db-client/generated/streams_pb';
import type { handleServerStreamingCall, ServerWritableStream } from '@grpc/grpc-js';
import type { StoredEvent } from '../log/event.js';
import type { EventLog } from '../log/event-log.js';
import { placeAt } from '../log/positions.js';
import { allBackwards, allForwards, isReadable, streamBackwards, streamForwards } from '../log/reads.js';
import { streamNameTo } from '../wire/identifiers.js';
import { eventAnswer } from '../wire/recorded-event.js';
import { streamDeleted, unreadable, withoutAnswer } from '../wire/refusal.js';
import type { FromPosition } from './all-feed.js';
import { asRefusal } from './answers.js';
import { perform, type ServiceContext } from './context.js';
import { readRequestOf, type ReadRequest } from './read-request.js';
import { Subscription } from './subscription.js';

type Call = ServerWritableStream<ReadReq, ReadResp>;

/** Read: a count of events, after which the call ends, or a subscription, which goes on. */
export const readHandler =
  (context: ServiceContext): handleServerStreamingCall<ReadReq, ReadResp> =>
  (call) => {
    answer(context, call).catch((error: unknown) => {
      const refusal = asRefusal(error);
      call.emit('error', call.writableEnded ? refusal : withoutAnswer(refusal));
    });
  };

const answer = async (context: ServiceContext, call: Call): Promise<void> => {
  const request = readRequestOf(call.request.getOptions());
  const { count } = request;
  if (count === undefined) {
    await perform(context, 'subscribe', call, () => Promise.resolve());
    if (!call.cancelled) new Subscription(context, call, request).start();
  } else await perform(context, 'read', call, () => sendEvents(context.log, call, request, count));
};

const sendEvents = async (log: EventLog, call: Call, request: ReadRequest, count: number): Promise<void> => {
  const { stream } = request;
  if (stream !== undefined && isMissing(log, stream)) call.write(streamNotFound(stream));
  else await sendAll(call, limited(log, request, count), request.structuredIds);
  call.end();
};

/** Throws a `Refusal` for a tombstoned stream. */
const isMissing = (log: EventLog, stream: string): boolean => {
  if (log.tombstone(stream) !== undefined) throw streamDeleted(stream);
  return !isReadable(log, stream);
};

const streamNotFound = (stream: string): ReadResp =>
  new ReadResp().setStreamNotFound(new ReadResp.StreamNotFound().setStreamIdentifier(streamNameTo(stream)));

/** How many records a read looks at before others get their turn. */
const RECORDS_A_TURN = 512;

const sendAll = async (
  call: Call,
  events: Iterable<StoredEvent | undefined>,
  structuredIds: boolean,
): Promise<void> => {
  let records = 0;
  for (const event of events) {
    records += 1;
    if (records % RECORDS_A_TURN === 0) await new Promise(setImmediate);
    if (call.cancelled) return;
    if (event !== undefined && !call.write(eventAnswer(event, structuredIds))) await writable(call);
  }
};

/** Answers when the client has taken what was sent, or is gone. */
const writable = async (call: Call): Promise<void> => {
  const waiting = new AbortController();
  const events = ['drain', 'cancelled', 'close'];
  await Promise.race(events.map((name) => once(call, name, { signal: waiting.signal }).catch(isAborted)));
  waiting.abort();
};

const isAborted = (error: unknown): void => {
  if (!(error instanceof Error) || error.name !== 'AbortError') throw error;
};

/** The events that are asked for; `undefined` for each that the filter leaves out. */
function* limited(log: EventLog, request: ReadRequest, count: number): Generator<StoredEvent | undefined> {
  let left = count;
  if (left === 0) return;
  for (const event of source(log, request)) {
    const matches = request.filter.matches(event);
    yield matches ? event : undefined;
    if (matches) left -= 1;
    if (left === 0) return;
  }
}

const source = (log: EventLog, request: ReadRequest): Generator<StoredEvent> => {
  const { backwards } = request;
  if (request.stream !== undefined) {
    const { stream, from } = request;
    return backwards ? streamBackwards(log, stream, from) : streamForwards(log, stream, from);
  }
  const place = placeFrom(log, request.from);
  return backwards ? allBackwards(log, place) : allForwards(log, place);
};

const placeFrom = (log: EventLog, from: FromPosition): number => {
  if (from === 'start') return 0;
  const place = from === 'end' ? log.length : placeAt(log, from);
  if (place === undefined) throw unreadable();
  return place;
};
