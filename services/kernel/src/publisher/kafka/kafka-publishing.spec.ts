import { Kafka, logLevel, type ProducerBatch, type Transaction } from 'kafkajs';
import { createLogger } from '../../logging/index.js';
import type { Message, Topic } from '../port.js';
import { KafkaPublishing } from './kafka-publishing.js';

const TOPIC: Topic = { name: 'specs.events', partitions: 1, keeps: 'everything' };
const LARGE = 400_000;

/** A producer that notes what it is told in each transaction; it is connected to nothing. */
const noting = () => {
  const notes: string[] = [];
  const kafka = new Kafka({ brokers: ['127.0.0.1:1'], logLevel: logLevel.NOTHING });
  const producer = kafka.producer();
  const none = () => Promise.reject(new Error('the spec has none'));
  const sendBatch = async ({ topicMessages = [] }: ProducerBatch): Promise<[]> => {
    const sent = topicMessages.map(
      ({ topic, messages }) => `${topic}: ${messages.map(({ key }) => String(key)).join(' ')}`,
    );
    notes.push(`send ${sent.join(', ')}`);
    return [];
  };
  producer.transaction = async (): Promise<Transaction> => {
    notes.push('begin');
    return {
      sendBatch,
      send: none,
      sendOffsets: none,
      abort: none,
      isActive: () => true,
      commit: async () => void notes.push('commit'),
    };
  };
  const connection = {
    kafka,
    address: '127.0.0.1:1',
    clientId: 'specs',
    timeoutMs: 1_000,
    logger: createLogger('silent'),
  };
  return { notes, publishing: new KafkaPublishing(connection, TOPIC, producer, '') };
};

const message = (key: string, bytes: number): Message => ({
  key,
  headers: {},
  value: 'x'.repeat(bytes),
  at: 0,
});

describe('publishing to Kafka', () => {
  it('R8: puts a batch and how far it goes into one transaction', async () => {
    const { notes, publishing } = noting();
    await publishing.publish([message('a', 10), message('b', 10)], 'p2');
    expect(notes).toEqual(['begin', 'send specs.events: a b, specs.events.checkpoint: position', 'commit']);
  });

  it('R8: sends a batch that needs several requests in its order, and how far it goes with the last', async () => {
    const { notes, publishing } = noting();
    await publishing.publish(
      ['a', 'b', 'c'].map((key) => message(key, LARGE)),
      'p3',
    );
    expect(notes).toEqual([
      'begin',
      'send specs.events: a',
      'send specs.events: b',
      'send specs.events: c, specs.events.checkpoint: position',
      'commit',
    ]);
  });

  it('says how far it is also when there is no message', async () => {
    const { notes, publishing } = noting();
    await publishing.publish([], 'p4');
    expect(notes).toEqual(['begin', 'send specs.events.checkpoint: position', 'commit']);
  });
});
