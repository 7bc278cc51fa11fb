/**
 * A consumer as another team may write it: rebuilds items and label counts of every dataset from Kafka alone, and prints
 * them as JSON. It needs nothing of Cairn.
 *
 *     npx tsx test/consumers/main.ts --brokers localhost:9092 [--prefix cairn] [--follow]
 */
import { parseArgs } from 'node:util';
import { Kafka, type KafkaMessage, logLevel } from 'kafkajs';
import { DatasetView, type Happened } from './dataset-view.js';
import { fromBeginning } from './from-beginning.js';
import { InOrder } from './in-order.js';

const { values } = parseArgs({
  options: {
    brokers: { type: 'string', default: 'localhost:9092' },
    prefix: { type: 'string', default: 'cairn' },
    /** Goes on when everything was read, and prints again after each batch. */
    follow: { type: 'boolean', default: false },
  },
});

const header = ({ headers }: KafkaMessage, name: string): string => String(headers?.[name] ?? '');

/** CloudEvents in binary mode: the envelope stands in the headers, the data are the value. */
const happened = (message: KafkaMessage): Happened & { readonly sequence: string } => {
  if (message.value === null)
    throw new Error(`the data are too large for a message: ${header(message, 'ce_dataref')}`);
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

const main = async (): Promise<void> => {
  const kafka = new Kafka({
    clientId: 'dataset-items',
    brokers: values.brokers.split(','),
    logLevel: logLevel.ERROR,
  });
  const topic = `${values.prefix}.datasets.events.v1`;
  await fromBeginning({ kafka, topic, take, ...(values.follow ? { follow: print } : {}) });
  print();
};

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
  process.exit();
});
