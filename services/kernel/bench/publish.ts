/**
 * What B12 is measured with; prints JSON at the end.
 * `publish.ts seed <folder> <events>`: writes a log.
 * `publish.ts relay <folder> <brokers> <events>`: publishes it to a new topic; `{"rate": events a second}`.
 * `publish.ts bare <folder> <brokers> <events>`: sends as many of the same messages by kafkajs alone, `acks=all`, idempotent,
 * made beforehand; the same.
 * `publish.ts lag <folder> <brokers> <seconds>`: from an append to a consumer that reads committed, at 500 events a second;
 * `{"p50": ms, "p99": ms}`.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Kafka, logLevel, Partitioners } from 'kafkajs';
import { openSqliteEventLog } from '../src/eventlog/index.js';
import { START } from '../src/base/position.js';
import type { EventLog } from '../src/eventlog/port.js';
import { createLogger } from '../src/logging/index.js';
import { openKafkaPublisher } from '../src/publisher/kafka/index.js';
import { publicationsOf } from '../src/publisher/publications.js';
import { counter, COUNTERS } from '../src/testkit/counters.js';
import { counterEvent, CounterWriter } from '../src/testkit/counter-writer.js';
import { counterRelay, counterTopic } from '../src/testkit/kafka-relay.js';

const STREAMS = 1_000;
const AT_ONCE = 50;
const BATCH = 500;
const A_SECOND = 500;
const OWNER = '0197a5f0-7c1e-7000-8000-000000000000, with a line of text as people write them beside it';
const logger = createLogger('error');

const logIn = (folder: string): EventLog => openSqliteEventLog({ path: join(folder, 'log.db') });
const ids = Array.from({ length: STREAMS }, () => randomUUID());
const anEvent = () => counterEvent('made', { owner: OWNER });

const seed = async (folder: string, events: number): Promise<object> => {
  const log = logIn(folder);
  const writer = new CounterWriter(log);
  for (let written = 0; written < events; written += STREAMS * AT_ONCE)
    await Promise.all(ids.map((id) => writer.append(id, ...Array.from({ length: AT_ONCE }, anEvent))));
  await log.close();
  return {};
};

const relay = async (folder: string, brokers: string, events: number): Promise<object> => {
  const log = logIn(folder);
  const head = await log.head();
  const publisher = await openKafkaPublisher({ brokers: [brokers], clientId: 'bench', logger });
  const running = counterRelay(log, publisher, `bench.${randomUUID()}`, logger);
  const stop = new AbortController();
  const ended = running.run(stop.signal);
  while (!running.isPublishing) await pause(1);
  const began = performance.now();
  while (running.position !== head) await pause(5);
  const seconds = (performance.now() - began) / 1000;
  stop.abort();
  await ended;
  await publisher.close();
  await log.close();
  return { rate: events / seconds };
};

const kafkaAt = (brokers: string): Kafka => new Kafka({ brokers: [brokers], logLevel: logLevel.NOTHING });

const madeTopic = async (kafka: Kafka): Promise<string> => {
  const topic = `bench.${randomUUID()}`;
  const admin = kafka.admin();
  await admin.connect();
  await admin.createTopics({ topics: [{ topic, numPartitions: 12 }] });
  await admin.disconnect();
  return topic;
};

/** The first messages that the relay would publish. */
const messagesOf = async (folder: string, limit: number) => {
  const log = logIn(folder);
  const [publication] = publicationsOf(
    { name: 'kernel', aggregates: [counter], published: { events: [{ version: 1 }], states: [] } },
    { prefix: 'p', partitions: 12, mode: 'binary', baseUrl: 'http://cairn.test', log, categories: COUNTERS },
  );
  const { events } = await log.readAll({ after: START, categories: ['counter'], limit });
  const messages = await publication!.messagesOf(events);
  await log.close();
  return messages.map(({ at, ...message }) => ({ ...message, timestamp: String(at) }));
};

const bare = async (folder: string, brokers: string, events: number): Promise<object> => {
  const messages = await messagesOf(folder, Math.min(events, 20 * BATCH));
  const kafka = kafkaAt(brokers);
  const topic = await madeTopic(kafka);
  const producer = kafka.producer({
    idempotent: true,
    maxInFlightRequests: 1,
    createPartitioner: Partitioners.DefaultPartitioner,
  });
  await producer.connect();
  const began = performance.now();
  for (let sent = 0; sent < events; sent += BATCH) {
    const from = sent % messages.length;
    await producer.send({ topic, acks: -1, messages: messages.slice(from, from + BATCH) });
  }
  const seconds = (performance.now() - began) / 1000;
  await producer.disconnect();
  return { rate: events / seconds };
};

/** Milliseconds from each append until the consumer had it. */
const delaysOf = async (kafka: Kafka, topic: string, count: number): Promise<Promise<readonly number[]>> => {
  const consumer = kafka.consumer({ groupId: randomUUID(), maxWaitTimeInMs: 100 });
  await consumer.connect();
  await consumer.subscribe({ topic, fromBeginning: true });
  const joined = new Promise((resolve) => void consumer.on(consumer.events.GROUP_JOIN, resolve));
  const delays: number[] = [];
  const all = new Promise<readonly number[]>((resolve) => {
    void consumer.run({
      autoCommit: false,
      eachBatch: async ({ batch: { messages } }) => {
        const now = Date.now();
        for (const { headers } of messages) delays.push(now - Date.parse(String(headers?.['ce_time'])));
        if (delays.length >= count) resolve(delays);
      },
    });
  });
  await joined;
  try {
    return await all;
  } finally {
    await consumer.disconnect();
  }
};

const lag = async (folder: string, brokers: string, seconds: number): Promise<object> => {
  const log = openSqliteEventLog({ path: join(folder, `lag-${randomUUID()}.db`) });
  const publisher = await openKafkaPublisher({ brokers: [brokers], clientId: 'bench', logger });
  const prefix = `bench.${randomUUID()}`;
  const running = counterRelay(log, publisher, prefix, logger);
  const stop = new AbortController();
  const ended = running.run(stop.signal);
  while (!running.isPublishing) await pause(1);
  const count = seconds * A_SECOND;
  const delays = delaysOf(kafkaAt(brokers), counterTopic(prefix), count);
  const writer = new CounterWriter(log);
  const began = performance.now();
  for (let written = 0; written < count;) {
    const due = Math.min(count, Math.floor(((performance.now() - began) / 1000) * A_SECOND));
    const some = Array.from({ length: due - written }, (_, index) => ids[(written + index) % STREAMS]!);
    await Promise.all([...new Set(some)].map((id) => writer.append(id, anEvent())));
    written += new Set(some).size;
    await pause(1);
  }
  const sorted = (await delays).toSorted((one, other) => one - other);
  stop.abort();
  await ended;
  await publisher.close();
  await log.close();
  return { p50: sorted[Math.floor(count * 0.5)], p99: sorted[Math.floor(count * 0.99)] };
};

type Mode = (folder: string, ...rest: readonly string[]) => Promise<object>;
const modes: Readonly<Record<string, Mode>> = {
  seed: (folder, events) => seed(folder, Number(events)),
  relay: (folder, brokers = '', events) => relay(folder, brokers, Number(events)),
  bare: (folder, brokers = '', events) => bare(folder, brokers, Number(events)),
  lag: (folder, brokers = '', seconds) => lag(folder, brokers, Number(seconds)),
};

const main = async (mode = '', folder = '', ...rest: readonly string[]): Promise<object> => {
  const run = modes[mode];
  if (run === undefined) throw new Error(`${mode} is none of ${Object.keys(modes).join(', ')}`);
  return run(folder, ...rest);
};

void main(...process.argv.slice(2)).then((result) => process.stdout.write(`${JSON.stringify(result)}\n`));
