import { publishedCategories } from '@cairn/contracts';
import { Kafka, logLevel } from 'kafkajs';
import { fromBeginning } from '../../consumers/from-beginning.js';
import { InOrder } from '../../consumers/in-order.js';
import type { LoggedEvent } from '../../support/inside.js';

export const TOPICS = ['cairn.identity.events.v1', 'cairn.datasets.events.v1'] as const;
export const STATES = 'cairn.datasets.dataset.state.v1';

/** The ids of the events of each key, in their order. */
export type Streams = Readonly<Record<string, readonly string[]>>;

const categoryOf = ({ stream }: LoggedEvent): string => stream.slice(0, stream.indexOf('-'));
const keyOf = ({ stream }: LoggedEvent): string => stream.slice(stream.indexOf('-') + 1);

/** What the topics of events are to hold. */
export const toBePublished = (log: readonly LoggedEvent[]): Streams => {
  const streams: Record<string, string[]> = {};
  for (const event of log.filter((one) => publishedCategories.has(categoryOf(one)))) {
    const { eventId } = JSON.parse(event.metadata) as { readonly eventId: string };
    (streams[keyOf(event)] ??= []).push(eventId);
  }
  return streams;
};

/** The sequence of each dataset's last event, which its state is to have. */
export const lastOfDatasets = (log: readonly LoggedEvent[]): Readonly<Record<string, number>> => {
  const last: Record<string, number> = {};
  for (const event of log.filter((one) => categoryOf(one) === 'dataset'))
    last[keyOf(event)] = (last[keyOf(event)] ?? -1) + 1;
  return last;
};

const kafkaAt = (brokers: string): Kafka =>
  new Kafka({ brokers: brokers.split(','), logLevel: logLevel.NOTHING });

/**
 * What a consumer that begins now finds in the topics of events, and how often it drops a message that it has seen. Throws
 * when a key has a gap or comes in another order.
 */
export const published = async (
  brokers: string,
): Promise<{ readonly streams: Streams; readonly doubles: number }> => {
  const streams: Record<string, string[]> = {};
  let doubles = 0;
  for (const topic of TOPICS) {
    const order = new InOrder();
    await fromBeginning({
      kafka: kafkaAt(brokers),
      topic,
      take: ({ key, headers }) => {
        const id = String(key);
        if (order.isNew({ key: id, sequence: String(headers?.['ce_sequence']) }))
          (streams[id] ??= []).push(String(headers?.['ce_id']));
        else doubles += 1;
      },
    });
  }
  return { streams, doubles };
};

/** The sequence of the state of each dataset that counts: the last one. Throws when an older one comes after it. */
export const publishedStates = async (brokers: string): Promise<Readonly<Record<string, number>>> => {
  const last: Record<string, number> = {};
  await fromBeginning({
    kafka: kafkaAt(brokers),
    topic: STATES,
    take: ({ key, headers }) => {
      const [id, sequence] = [String(key), Number(headers?.['ce_sequence'])];
      if (sequence < (last[id] ?? 0))
        throw new Error(`${id}: a state at ${sequence} after ${String(last[id])}`);
      last[id] = sequence;
    },
  });
  return last;
};
