/**
 * A consumer as another team may write it: rebuilds items and label counts of every dataset from Kafka alone, and prints
 * them as JSON. It needs nothing of Cairn.
 *
 *     npx tsx test/consumers/main.ts --brokers localhost:9092 [--prefix cairn] [--follow]
 */
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { type Consumer, Kafka, type KafkaMessage, logLevel } from 'kafkajs';
import { DatasetView, type Happened } from './dataset-view.js';
import { InOrder } from './in-order.js';

const { values } = parseArgs({
  options: {
    brokers: { type: 'string', default: 'localhost:9092' },
    prefix: { type: 'string', default: 'cairn' },
    /** Goes on when everything was read, and prints again after each batch. */
    follow: { type: 'boolean', default: false },
  },
});
const topic = `${values.prefix}.datasets.events.v1`;

const header = ({ headers }: KafkaMessage, name: string): string => String(headers?.[name] ?? '');

/** CloudEvents in binary mode: the envelope stands in the headers, the data are the value. */
const happened = (message: KafkaMessage): Happened & { readonly sequence: string } => {
  if (message.value === null)
    throw new Error(`the data are at ${header(message, 'ce_dataref')}: fetch them there with an API key`);
  return {
    type: header(message, 'ce_type'),
    id: header(message, 'ce_partitionkey'),
    sequence: header(message, 'ce_sequence'),
    data: JSON.parse(message.value.toString()),
  };
};

const view = new DatasetView();
const order = new InOrder();
const take = (message: KafkaMessage): void => {
  const event = happened(message);
  if (order.isNew({ key: event.id, sequence: event.sequence })) view.take(event);
};

const print = (): void => void process.stdout.write(`${JSON.stringify(view.seen())}\n`);

/** Offsets up to which the partitions hold something now that is committed. */
const endsOf = async (kafka: Kafka): Promise<Map<number, bigint>> => {
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

/**
 * Reads the topic. Answers when every partition was read up to its end; the last offset may be a mark of Kafka's own. Throws
 * what `take` throws: what cannot be understood must not be passed over.
 */
const readTo = (consumer: Consumer, ends: Map<number, bigint>): Promise<void> =>
  new Promise((resolve, reject) => {
    if (ends.size === 0 && !values.follow) resolve();
    consumer.on(consumer.events.END_BATCH_PROCESS, ({ payload: { partition, lastOffset } }) => {
      if (BigInt(lastOffset) + 1n >= (ends.get(partition) ?? 0n)) ends.delete(partition);
      if (ends.size > 0) return;
      if (values.follow) print();
      else resolve();
    });
    consumer.on(consumer.events.CRASH, ({ payload: { error, restart } }) => {
      if (!restart) reject(error);
    });
    const eachMessage = async ({ message }: { readonly message: KafkaMessage }): Promise<void> => {
      try {
        take(message);
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
        throw error;
      }
    };
    consumer.run({ autoCommit: false, eachMessage }).catch(reject);
  });

const main = async (): Promise<void> => {
  const kafka = new Kafka({
    clientId: 'dataset-items',
    brokers: values.brokers.split(','),
    logLevel: logLevel.ERROR,
  });
  const ends = await endsOf(kafka);
  // The view is in memory, so each run begins at the first event: with a new group, from the beginning.
  const consumer = kafka.consumer({
    groupId: `dataset-items-${randomUUID()}`,
    readUncommitted: false,
    maxWaitTimeInMs: 200,
  });
  await consumer.connect();
  await consumer.subscribe({ topic, fromBeginning: true });
  await readTo(consumer, ends);
  print();
  await consumer.disconnect();
};

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
  process.exit();
});
