import { randomUUID } from 'node:crypto';
import { type RunningEngine, startEngine } from '@cairn/engines';
import { ConfigResourceTypes, Kafka, logLevel, Partitioners } from 'kafkajs';
import { createLogger } from '../../logging/index.js';
import { readTopic, settled, topicsOf } from '../../testkit/kafka-topics.js';
import { until } from '../../testkit/until.js';
import { publisherConformance } from '../conformance.js';
import { PublisherRefused, PublisherUnavailable, type Topic } from '../port.js';
import { openKafkaPublisher } from './index.js';
import { partitionOf } from './partition.js';

let engine: RunningEngine;
beforeAll(async () => {
  engine = await startEngine('kafka');
  await until(canBeTakenOver, 120_000);
}, 600_000);
afterAll(() => engine.stop());

const logger = createLogger('silent');
const open = (clientId = 'specs', brokers = [engine.url]) =>
  openKafkaPublisher({ brokers, clientId, logger, timeoutMs: 10_000 });
const fresh = (): Topic => ({ name: `specs.${randomUUID()}`, partitions: 12, keeps: 'everything' });

/** A broker that is new makes its own topics first, and answers with errors until then. */
const canBeTakenOver = async (): Promise<boolean> => {
  const publisher = await open();
  try {
    await publisher.takeOver(fresh());
    return true;
  } catch (error) {
    if (error instanceof PublisherUnavailable) return false;
    throw error;
  } finally {
    await publisher.close();
  }
};

publisherConformance('Kafka', async () => ({
  publisher: await open('one'),
  other: await open('two'),
  read: (topic) => readSettled(topic),
}));

const readSettled = async (topic: string) => {
  await settled(engine.url, topic);
  return readTopic(engine.url, topic);
};

const kafka = () => new Kafka({ brokers: [engine.url], logLevel: logLevel.NOTHING });
const asAdmin = async <Result>(
  run: (admin: ReturnType<Kafka['admin']>) => Promise<Result>,
): Promise<Result> => {
  const admin = kafka().admin();
  await admin.connect();
  try {
    return await run(admin);
  } finally {
    await admin.disconnect();
  }
};

describe('topics in Kafka', () => {
  it('are made with a topic for the checkpoint, and keep everything', async () => {
    const topic = fresh();
    const publisher = await open();
    await publisher.takeOver(topic);
    await publisher.close();
    expect(await topicsOf(engine.url, topic.name)).toEqual([topic.name, `${topic.name}.checkpoint`]);
    const settings = await asAdmin((admin) =>
      admin.describeConfigs({
        includeSynonyms: false,
        resources: [
          {
            type: ConfigResourceTypes.TOPIC,
            name: topic.name,
            configNames: ['retention.ms', 'cleanup.policy'],
          },
        ],
      }),
    );
    expect(
      Object.fromEntries(
        settings.resources[0]!.configEntries.map((entry) => [entry.configName, entry.configValue]),
      ),
    ).toEqual({ 'retention.ms': '-1', 'cleanup.policy': 'delete' });
  });

  it('can be published to as soon as they are made, many of them at once', async () => {
    const publisher = await open();
    const taken = await Promise.allSettled(Array.from({ length: 6 }, () => publisher.takeOver(fresh())));
    await publisher.close();
    expect(taken.filter(({ status }) => status === 'rejected')).toEqual([]);
  });

  it('are compared with what an operator made: a topic that forgets is refused, with what to do', async () => {
    const topic = fresh();
    await asAdmin((admin) => admin.createTopics({ topics: [{ topic: topic.name, numPartitions: 12 }] }));
    const publisher = await open();
    const refused = async () => publisher.takeOver(topic);
    await expect(refused).rejects.toThrow(`${topic.name} has retention.ms=604800000, set it to -1`);
    await expect(refused).rejects.toBeInstanceOf(PublisherRefused);
    await publisher.close();
  });

  it('hold each message in the partition of its key', async () => {
    const keys = Array.from({ length: 30 }, () => randomUUID());
    const topic = fresh();
    const publisher = await open();
    const publishing = await publisher.takeOver(topic);
    await publishing.publish(
      keys.map((key) => ({ key, headers: {}, value: '{}', at: 0 })),
      'p',
    );
    await publisher.close();
    const read = await readSettled(topic.name);
    expect(Object.fromEntries(read.map(({ key, partition }) => [key, partition]))).toEqual(
      Object.fromEntries(keys.map((key) => [key, partitionOf(key, topic.partitions)])),
    );
  });
});

describe('a transaction', () => {
  it('that its publisher left open is aborted by who takes over', async () => {
    const topic = fresh();
    const publisher = await open();
    const first = await publisher.takeOver(topic);
    await first.publish([{ key: 'a', headers: {}, value: '1', at: 0 }], 'p1');
    const zombie = kafka().producer({
      transactionalId: `${topic.name}.relay`,
      createPartitioner: Partitioners.DefaultPartitioner,
    });
    await zombie.connect();
    const left = await zombie.transaction();
    await left.send({ topic: topic.name, messages: [{ key: 'a', value: 'never committed' }] });
    await left.send({ topic: `${topic.name}.checkpoint`, messages: [{ key: 'position', value: 'p2' }] });

    const second = await publisher.takeOver(topic);
    expect(second.position).toBe('p1');
    await expect(left.commit()).rejects.toThrow();
    await second.publish([{ key: 'a', headers: {}, value: '2', at: 0 }], 'p2');
    expect((await readSettled(topic.name)).map(({ value }) => value)).toEqual(['1', '2']);
    await Promise.all([zombie.disconnect(), publisher.close()]);
  });

  it('that was committed without its publisher learning of it counts', async () => {
    const topic = fresh();
    const publisher = await open();
    await publisher.takeOver(topic);
    const committed = kafka().producer({
      transactionalId: `${topic.name}.relay`,
      createPartitioner: Partitioners.DefaultPartitioner,
    });
    await committed.connect();
    const transaction = await committed.transaction();
    await transaction.send({
      topic: `${topic.name}.checkpoint`,
      messages: [{ key: 'position', value: 'p7' }],
    });
    await transaction.commit();
    expect((await publisher.takeOver(topic)).position).toBe('p7');
    await Promise.all([committed.disconnect(), publisher.close()]);
  });

  it('is found behind thousands of takeovers that published nothing', async () => {
    const topic = fresh();
    const publisher = await open();
    await (await publisher.takeOver(topic)).publish([], 'p1');
    const producer = kafka().producer({ createPartitioner: Partitioners.DefaultPartitioner });
    await producer.connect();
    const taken = Array.from({ length: 3000 }, () => ({ key: 'taken', value: '{}' }));
    await producer.send({ topic: `${topic.name}.checkpoint`, messages: taken });
    await producer.disconnect();
    expect((await publisher.takeOver(topic)).position).toBe('p1');
    await publisher.close();
  });
});

describe('brokers that are not there', () => {
  it('are named, with what to do', async () => {
    const publisher = await openKafkaPublisher({
      brokers: ['127.0.0.1:1'],
      clientId: 'specs',
      logger,
      timeoutMs: 1_000,
    });
    const failed = publisher.takeOver(fresh());
    await expect(failed).rejects.toBeInstanceOf(PublisherUnavailable);
    await expect(failed).rejects.toThrow(/Kafka at 127\.0\.0\.1:1 .* check that the brokers run/);
    await publisher.close();
  });
});
