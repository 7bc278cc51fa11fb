import { ended, pause } from '../../clock/pause.js';
import type { Batch, Position, SubscribeOptions } from '../port.js';
import { LogUnavailable } from '../port.js';
import type { Connection, Link } from './connection.js';
import { Deadline } from './deadline.js';
import { failureOf, reasonOf } from './failures.js';
import { Incoming } from './incoming.js';
import { checkKnown, type Reader } from './reader.js';
import { logFollowed } from './requests.js';

const RETRY_MS = 100;
/** So many batches may wait in memory. */
const BATCHES_AHEAD = 2;

export interface Following {
  readonly connection: Connection;
  readonly reader: Reader;
  readonly deadlineMs: number;
  readonly options: SubscribeOptions;
  /** Aborts when the log closes. */
  readonly closing: AbortSignal;
}

/** What the consumer got last. */
interface Given {
  position: Position;
  caughtUp: boolean;
}

/** Subscribes again, after what was given last, whenever the subscription breaks. */
export async function* follow(following: Following): AsyncGenerator<Batch, void, void> {
  const { options, closing } = following;
  const signal = AbortSignal.any([options.signal, closing]);
  const over = ended(signal);
  const given: Given = { position: options.after, caughtUp: false };
  while (!signal.aborted) {
    const ready = await Promise.race([readiness(following, given.position), over]);
    if (ready !== undefined) yield* batches(following, ready, given, signal);
    await pause(RETRY_MS, signal);
  }
}

interface Ready {
  readonly link: Link;
  /** Where the log ends. */
  readonly head: Position;
}

/** `undefined` when the log cannot be reached now. Throws `RecordDamaged` when it ends before that position. */
const readiness = async (
  { connection, reader, deadlineMs }: Following,
  position: Position,
): Promise<Ready | undefined> => {
  try {
    const head = await reader.head();
    checkKnown(position, head);
    return { head, link: await connection.link(new Deadline(deadlineMs)) };
  } catch (error) {
    if (error instanceof LogUnavailable) return undefined;
    throw error;
  }
};

/** Until the subscription breaks. */
async function* batches(
  { connection, options }: Following,
  { link, head }: Ready,
  given: Given,
  signal: AbortSignal,
): AsyncGenerator<Batch, void, void> {
  if (link.gone.aborted) return;
  const after = given.position;
  const request = logFollowed(after, options.categories);
  const capacity = BATCHES_AHEAD * options.maxBatch;
  const { metadata } = connection;
  const { pastDamage } = options;
  const incoming = new Incoming({ link, metadata, request, after, head, capacity, pastDamage });
  const stop = (): void => incoming.cancel();
  signal.addEventListener('abort', stop, { once: true });
  try {
    while (await incoming.isThereMore()) {
      const batch = incoming.take(options.maxBatch);
      if (signal.aborted) return;
      if (!isNews(batch, given)) continue;
      given.position = batch.position;
      given.caughtUp = batch.caughtUp;
      yield batch;
    }
    judge(connection, link, incoming.ended);
  } finally {
    signal.removeEventListener('abort', stop);
    incoming.cancel();
  }
}

const isNews = ({ events, damaged, position, caughtUp }: Batch, given: Given): boolean =>
  events.length > 0 || damaged !== undefined || position !== given.position || (caughtUp && !given.caughtUp);

/** Throws when subscribing again cannot help. */
const judge = (connection: Connection, link: Link, error: Error | undefined): void => {
  const failure = failureOf(error);
  if (failure.kind === 'refused')
    throw new Error(connection.complaints.refused(reasonOf(error)), { cause: error });
  if (failure.kind === 'lost') connection.doubt(link, failure.leader);
};
