import { randomUUID } from 'node:crypto';
import { type Consumer, type IHeaders, Kafka, logLevel, Partitioners } from 'kafkajs';

/** A message as a consumer that reads what was committed finds it. */
export interface ReadMessage {
  readonly partition: number;
  readonly offset: bigint;
  readonly key: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly value: string | null;
}

const kafkaAt = (brokers: string): Kafka =>
  new Kafka({
    brokers: brokers.split(','),
    logLevel: logLevel.NOTHING,
    retry: { initialRetryTime: 20, maxRetryTime: 500, retries: 20 },
  });

/** Everything that is committed in a topic, from its beginning, a partition after the other. */
export const readTopic = async (brokers: string, topic: string): Promise<readonly ReadMessage[]> => {
  const kafka = kafkaAt(brokers);
  const ends = await endsOf(kafka, topic);
  const messages: ReadMessage[] = [];
  if (ends.size === 0) return messages;
  const consumer = kafka.consumer({ groupId: `read-${randomUUID()}`, maxWaitTimeInMs: 100 });
  await consumer.connect();
  await consumer.subscribe({ topic, fromBeginning: true });
  const reached = endReached(consumer, ends);
  await consumer.run({
    autoCommit: false,
    eachBatch: async ({ batch }) => {
      for (const { offset, key, headers, value } of batch.messages)
        messages.push({
          partition: batch.partition,
          offset: BigInt(offset),
          key: key?.toString() ?? '',
          headers: plain(headers),
          value: value?.toString() ?? null,
        });
    },
  });
  await reached;
  await consumer.disconnect();
  return messages.sort((one, other) => one.partition - other.partition || Number(one.offset - other.offset));
};

/**
 * Answers when every transaction of a topic's publication has come to its end, so that what was committed can be read;
 * Kafka acknowledges a moment before. Whoever publishes is fenced by it.
 */
export const settled = async (brokers: string, topic: string): Promise<void> => {
  const producer = kafkaAt(brokers).producer({
    transactionalId: `${topic}.relay`,
    createPartitioner: Partitioners.DefaultPartitioner,
  });
  await producer.connect();
  await (await producer.transaction()).abort();
  await producer.disconnect();
};

/** What topics there are with a prefix. */
export const topicsOf = async (brokers: string, prefix: string): Promise<readonly string[]> => {
  const admin = kafkaAt(brokers).admin();
  await admin.connect();
  const topics = await admin.listTopics();
  await admin.disconnect();
  return topics.filter((topic) => topic.startsWith(prefix)).sort();
};

/** The offset after the last of each partition that holds something. */
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

/** The last offset of a partition can be a mark of Kafka's own, which is seen here alone. */
const endReached = (consumer: Consumer, ends: Map<number, bigint>): Promise<void> =>
  new Promise((resolve, reject) => {
    consumer.on(consumer.events.END_BATCH_PROCESS, ({ payload: { partition, lastOffset } }) => {
      if (BigInt(lastOffset) + 1n >= (ends.get(partition) ?? 0n)) ends.delete(partition);
      if (ends.size === 0) resolve();
    });
    consumer.on(consumer.events.CRASH, ({ payload: { error, restart } }) => {
      if (!restart) reject(error);
    });
  });

const plain = (headers: IHeaders | undefined): Record<string, string> =>
  Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name, String(value)]));
