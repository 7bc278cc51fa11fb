import { freshId } from '../clock/ids.js';
import { pause } from '../clock/pause.js';
import type { Json } from '../base/json-value.js';
import { type Position, type StreamName, START } from '../base/position.js';
import type {
  Append,
  AppendOutcome,
  Batch,
  EventLog,
  EventToAppend,
  RecordedEvent,
  StreamTip,
} from './port.js';
import { OutcomeUnknown } from '../errors/cairn-error.js';
import { LogUnavailable, NO_STREAM } from './port.js';

/** A log for one case, and how to be rid of it. Cases use categories of their own, so that an engine may be shared. */
export interface LogUnderTest {
  readonly log: EventLog;
  /**
   * Does what nobody should: the end of a stream is a record that cannot be read. Answers the log to go on with, which
   * may be another; the one before is closed then.
   */
  readonly spoil: (stream: StreamName) => Promise<EventLog>;
  readonly discard: () => Promise<void>;
}

/** Others may write to the log too: a batch that has caught up ends between what it is known to hold and the head. */
export const expectAtHead = async (
  log: EventLog,
  { caughtUp, position }: Batch,
  atLeast: Position = START,
): Promise<void> => {
  expect(caughtUp).toBe(true);
  const order = [atLeast, position, await log.head()];
  expect(order.toSorted()).toEqual(order);
};

/** A category that no other case uses: letters and digits. */
export const freshCategory = (): string => `c${freshId().replaceAll('-', '')}`;

export const freshStream = (category: string = freshCategory()): StreamName => `${category}-${freshId()}`;

export const anEvent = (data: Json = { n: 1 }, type = 'cases.thing.happened.v1'): EventToAppend => ({
  id: freshId(),
  type,
  data,
  metadata: {
    command: freshId(),
    commandName: 'cases.happen',
    request: 'aGVsbG8',
    actor: { kind: 'user', id: freshId() },
    organization: freshId(),
    correlation: freshId(),
    causation: freshId(),
    at: '2026-11-21T10:00:00.000Z',
  },
});

export const someEvents = (count: number): readonly EventToAppend[] =>
  Array.from({ length: count }, (_, n) => anEvent({ n }));

export type Appended = Extract<AppendOutcome, { readonly status: 'appended' }>;

export const expectAppended = (outcome: AppendOutcome | Error): Appended => {
  if (outcome instanceof Error) throw outcome;
  if (outcome.status !== 'appended') throw new Error('expected the append to succeed, it conflicts');
  return outcome;
};

/** What failed is sent again, identically, as the domain does it. */
export const untilAppended = async (log: EventLog, append: Append): Promise<StreamTip> => {
  for (;;) {
    try {
      return expectAppended(await log.append(append)).tip;
    } catch (error) {
      if (!(error instanceof LogUnavailable) && !(error instanceof OutcomeUnknown)) throw error;
      await pause(20);
    }
  }
};

/** Appends to the end of a stream in slices of 500 events. */
export const fill = async (log: EventLog, stream: StreamName, count: number): Promise<Appended> => {
  let expected: StreamTip | typeof NO_STREAM = NO_STREAM;
  let left = count;
  for (;;) {
    const slice = Math.min(left, 500);
    const outcome: Appended = expectAppended(
      await log.append({ stream, expected, events: someEvents(slice) }),
    );
    expected = outcome.tip;
    left -= slice;
    if (left === 0) return outcome;
  }
};

/** What was appended, as it is read back: everything but position and hash. */
export const asAppended = ({ id, type, data, metadata }: RecordedEvent): EventToAppend => ({
  id,
  type,
  data,
  metadata,
});

/** Follows some categories until as many events came as are wanted; stops then. */
export const collect = async (
  log: EventLog,
  categories: readonly string[],
  count: number,
  after: Position = START,
): Promise<readonly RecordedEvent[]> => {
  const stop = new AbortController();
  const events: RecordedEvent[] = [];
  for await (const batch of log.subscribe({ after, categories, maxBatch: 7, signal: stop.signal })) {
    events.push(...batch.events);
    if (events.length >= count) stop.abort();
  }
  return events;
};
