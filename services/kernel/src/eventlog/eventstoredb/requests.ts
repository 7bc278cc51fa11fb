import { Empty, StreamIdentifier, UUID } from '@eventstore/db-client/generated/shared_pb';
import { BatchAppendReq, ReadReq } from '@eventstore/db-client/generated/streams_pb';
import { Empty as GoogleEmpty } from 'google-protobuf/google/protobuf/empty_pb';
import { Timestamp } from 'google-protobuf/google/protobuf/timestamp_pb';
import { type Position, type StreamName, START } from '../../base/position.js';
import type { Append } from '../port.js';
import { NO_STREAM } from '../port.js';
import { commitOf, type StoredMessage } from './records.js';

/** Events considered in one step of a filtered scan, and how many such steps make a checkpoint. */
const SEARCH_WINDOW = 500;
const CHECKPOINT_WINDOWS = 2;
/** A prefix that no stream has: names begin with their category. */
const NO_CATEGORY = '-';

/** Up to `count` events of a stream from a revision on. */
export const streamForwards = (stream: StreamName, from: bigint, count: bigint): ReadReq => {
  const options = inStream(stream);
  options.getStream()?.setRevision(String(from));
  return request(options.setReadDirection(FORWARDS).setCount(String(count)).setNoFilter(new Empty()));
};

/** The last event of a stream. */
export const streamEnd = (stream: StreamName): ReadReq => {
  const options = inStream(stream);
  options.getStream()?.setEnd(new Empty());
  return request(options.setReadDirection(BACKWARDS).setCount('1').setNoFilter(new Empty()));
};

/** The last event of the log, of whatever stream. */
export const logEnd = (): ReadReq =>
  oneOfAll(new ReadReq.Options.AllOptions().setEnd(new Empty()), BACKWARDS);

/** The first record at a position or behind it, of whatever stream. */
export const recordFrom = (position: Position): ReadReq => oneOfAll(allFrom(position), FORWARDS);

/** The last record before a place, of whatever stream. */
export const recordBefore = (place: Position): ReadReq => oneOfAll(allFrom(place), BACKWARDS);

/** Up to `count` events of some categories from a position on, the event at that position included. */
export const logForwards = (from: Position, categories: readonly string[], count: number): ReadReq =>
  request(
    optionsOf()
      .setAll(allFrom(from))
      .setReadDirection(FORWARDS)
      .setCount(String(count))
      .setFilter(ofCategories(categories)),
  );

/** What is in some categories after a position, and what comes. */
export const logFollowed = (after: Position, categories: readonly string[]): ReadReq =>
  request(
    optionsOf()
      .setAll(allFrom(after))
      .setReadDirection(FORWARDS)
      .setSubscription(new ReadReq.Options.SubscriptionOptions())
      .setFilter(ofCategories(categories)),
  );

/** An append as one message of a batch; `until`: the server gives it up then. */
export const batchAppend = (
  { stream, expected }: Append,
  messages: readonly StoredMessage[],
  correlation: UUID,
  until: Date,
): BatchAppendReq => {
  const options = new BatchAppendReq.Options()
    .setStreamIdentifier(identifier(stream))
    .setDeadline(Timestamp.fromDate(until));
  if (expected === NO_STREAM) options.setNoStream(new GoogleEmpty());
  else options.setStreamPosition(String(expected.revision));
  return new BatchAppendReq()
    .setCorrelationId(correlation)
    .setOptions(options)
    .setProposedMessagesList(messages.map(proposed))
    .setIsFinal(true);
};

const uuid = (text: string): UUID => new UUID().setString(text);

const { FORWARDS, BACKWARDS } = ReadReq.Options.ReadDirection;
type Direction = typeof FORWARDS | typeof BACKWARDS;

const request = (options: ReadReq.Options): ReadReq => new ReadReq().setOptions(options);

const oneOfAll = (all: ReadReq.Options.AllOptions, direction: Direction): ReadReq =>
  request(optionsOf().setAll(all).setReadDirection(direction).setCount('1').setNoFilter(new Empty()));

const optionsOf = (): ReadReq.Options => {
  const ids = new ReadReq.Options.UUIDOption().setString(new Empty());
  return new ReadReq.Options().setUuidOption(ids);
};

const inStream = (stream: StreamName): ReadReq.Options =>
  optionsOf().setStream(new ReadReq.Options.StreamOptions().setStreamIdentifier(identifier(stream)));

const allFrom = (position: Position): ReadReq.Options.AllOptions => {
  const all = new ReadReq.Options.AllOptions();
  if (position === START) return all.setStart(new Empty());
  const commit = commitOf(position);
  return all.setPosition(new ReadReq.Options.Position().setCommitPosition(commit).setPreparePosition(commit));
};

const ofCategories = (categories: readonly string[]): ReadReq.Options.FilterOptions => {
  const prefixes = categories.length === 0 ? [NO_CATEGORY] : categories.map((category) => `${category}-`);
  const streams = new ReadReq.Options.FilterOptions.Expression().setPrefixList(prefixes);
  return new ReadReq.Options.FilterOptions()
    .setStreamIdentifier(streams)
    .setMax(SEARCH_WINDOW)
    .setCheckpointintervalmultiplier(CHECKPOINT_WINDOWS);
};

const identifier = (stream: StreamName): StreamIdentifier =>
  new StreamIdentifier().setStreamName(Buffer.from(stream));

const proposed = ({ id, type, metadata, data }: StoredMessage): BatchAppendReq.ProposedMessage => {
  const message = new BatchAppendReq.ProposedMessage()
    .setId(uuid(id))
    .setCustomMetadata(metadata)
    .setData(data);
  message.getMetadataMap().set('type', type).set('content-type', 'application/json');
  return message;
};
