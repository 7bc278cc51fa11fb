import type { Admin, Kafka, Producer } from 'kafkajs';
import { createLogger } from '../../logging/index.js';
import { until } from '../../testkit/until.js';
import type { Topic } from '../port.js';
import { KafkaPublisher } from './kafka-publisher.js';

const TOPIC: Topic = { name: 'specs.events', partitions: 1, keeps: 'everything' };

/** A cluster of which one call is answered when it is told to, long after the time for it is over. */
const slowAt = (slow: 'admin' | 'producer') => {
  const notes: string[] = [];
  let answer = (): void => undefined;
  const gate = new Promise<void>((resolve) => (answer = resolve));
  const none = async (): Promise<void> => undefined;
  const admin = {
    connect: slow === 'admin' ? () => gate : none,
    listTopics: async () => [],
    createTopics: async () => true,
    fetchTopicMetadata: async () => ({ topics: [] }),
    disconnect: none,
  };
  const producer = {
    connect: async () => {
      if (slow === 'producer') await gate;
      notes.push('connected');
    },
    disconnect: async () => void notes.push('disconnected'),
    transaction: () => {
      notes.push('begun');
      return Promise.reject(new Error('the spec has none'));
    },
  };
  const kafka = {
    admin: () => admin as unknown as Admin,
    producer: () => producer as unknown as Producer,
  } as unknown as Kafka;
  const logger = createLogger('silent');
  const connection = { kafka, address: 'kafka:9092', clientId: 'specs', timeoutMs: 50, logger };
  return { notes, answer, publisher: new KafkaPublisher(connection) };
};

describe('a takeover that is given up', () => {
  it('connects no producer when the answer comes after all', async () => {
    const { notes, answer, publisher } = slowAt('admin');
    await expect(publisher.takeOver(TOPIC)).rejects.toThrow('no answer within 50 ms');
    answer();
    await until(async () => notes.length >= 2);
    expect(notes).toEqual(['disconnected', 'disconnected']);
  });

  it('leaves no producer connected, and fences nobody', async () => {
    const { notes, answer, publisher } = slowAt('producer');
    await expect(publisher.takeOver(TOPIC)).rejects.toThrow('no answer within 50 ms');
    answer();
    await until(async () => notes.length >= 3);
    expect(notes).toEqual(['disconnected', 'connected', 'disconnected']);
  });
});
