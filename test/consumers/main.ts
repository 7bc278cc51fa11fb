/**
 * A consumer as another team may write it: rebuilds items and label counts of every dataset from Kafka, and prints them
 * as JSON. It needs nothing of Cairn; REST is asked only for what is too large for a message, with the session or the API
 * key in `CAIRN_TOKEN`.
 *
 *     npx tsx test/consumers/main.ts --brokers localhost:9092 [--prefix cairn] [--rest http://127.0.0.1:8080] [--follow]
 */
import { parseArgs } from 'node:util';
import { Kafka, type KafkaMessage, logLevel } from 'kafkajs';
import { DatasetView } from './dataset-view.js';
import { fromBeginning } from './from-beginning.js';
import { InOrder } from './in-order.js';
import { largeData } from './large-data.js';

const { values } = parseArgs({
  options: {
    brokers: { type: 'string', default: 'localhost:9092' },
    prefix: { type: 'string', default: 'cairn' },
    rest: { type: 'string', default: 'http://127.0.0.1:8080' },
    /** Goes on when everything was read, and prints again after each batch. */
    follow: { type: 'boolean', default: false },
  },
});

const header = ({ headers }: KafkaMessage, name: string): string => String(headers?.[name] ?? '');

const rest = { url: values.rest, token: process.env['CAIRN_TOKEN'] ?? '' };
/** CloudEvents in binary mode: the envelope stands in the headers, the data are the value or where it says. */
const dataOf = async (message: KafkaMessage): Promise<unknown> =>
  message.value === null
    ? largeData(rest, header(message, 'ce_dataref'))
    : JSON.parse(message.value.toString());

const view = new DatasetView();
const order = new InOrder();
const take = async (message: KafkaMessage): Promise<void> => {
  const [id, sequence] = [header(message, 'ce_partitionkey'), header(message, 'ce_sequence')];
  if (!order.isNew({ key: id, sequence })) return;
  view.take({ type: header(message, 'ce_type'), id, data: await dataOf(message) });
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
