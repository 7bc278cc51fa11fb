import { randomUUID } from 'node:crypto';
import { type Consumer, type Kafka, type KafkaMessage } from 'kafkajs';

export interface ReadingTopic {
  readonly kafka: Kafka;
  readonly topic: string;
  /** Takes the next message of its partition. What it throws ends the reading: nothing is passed over. */
  take(this: void, message: KafkaMessage): Promise<void> | void;
  /** With it the reading goes on for ever; told after each batch, once all was read that there was at the start. */
  readonly follow?: (this: void) => void;
}

/** Reads everything that is committed in a topic, from the first message on; answers when it has read what there was. */
export const fromBeginning = async (reading: ReadingTopic): Promise<void> => {
  const { kafka, topic } = reading;
  const ends = await endsOf(kafka, topic);
  if (ends.size === 0 && reading.follow === undefined) return;
  // What is made of the messages is kept in memory, so each run begins with the first: with a new group.
  const consumer = kafka.consumer({
    groupId: `${topic}-${randomUUID()}`,
    readUncommitted: false,
    maxWaitTimeInMs: 200,
  });
  await consumer.connect();
  try {
    await consumer.subscribe({ topic, fromBeginning: true });
    await readTo(consumer, ends, reading);
  } finally {
    await consumer.disconnect();
  }
};

/** Offsets up to which the partitions hold something now. */
const endsOf = async (kafka: Kafka, topic: string): Promise<Map<number, bigint>> => {
  const admin = kafka.admin();
  await admin.connect();
  const offsets = await admin.fetchTopicOffsets(topic);
  await admin.disconnect();
  return new Map(
    offsets
      .filter(({ high, low }) => BigInt(high) > BigInt(low))
      .map(({ partition, high }) => [partition, BigInt(high)]),
  );
};

/** The last offset of a partition may be a mark of Kafka's own, which is seen at the end of a batch alone. */
const readTo = (
  consumer: Consumer,
  ends: Map<number, bigint>,
  { take, follow }: ReadingTopic,
): Promise<void> =>
  new Promise((resolve, reject) => {
    consumer.on(consumer.events.END_BATCH_PROCESS, ({ payload: { partition, lastOffset } }) => {
      if (BigInt(lastOffset) + 1n >= (ends.get(partition) ?? 0n)) ends.delete(partition);
      if (ends.size === 0) (follow ?? resolve)();
    });
    consumer.on(consumer.events.CRASH, ({ payload: { error, restart } }) => {
      if (!restart) reject(error);
    });
    const eachMessage = async ({ message }: { readonly message: KafkaMessage }): Promise<void> => {
      try {
        await take(message);
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
        throw error;
      }
    };
    consumer.run({ autoCommit: false, eachMessage }).catch(reject);
  });
