import { randomUUID } from 'node:crypto';
import type { Producer } from 'kafkajs';
import type { Position } from '../../base/position.js';
import { type Publisher, PublisherUnavailable, type Publishing, type Topic } from '../port.js';
import { lastCheckpoint, TAKEOVER_KEY } from './checkpoint.js';
import {
  type KafkaConnection,
  kafkaConnection,
  type KafkaOptions,
  transactionMs,
  within,
} from './connection.js';
import { failureOf } from './errors.js';
import { disconnected, KafkaPublishing } from './kafka-publishing.js';
import { checkpointTopicOf, prepareTopics } from './topics.js';

/**
 * Publishes to Kafka. It connects when a topic is taken over, and again for each takeover; the driver is loaded here.
 * See ADR-0009 for why the checkpoint lies in Kafka.
 */
export const openKafkaPublisher = async (options: KafkaOptions): Promise<Publisher> =>
  new KafkaPublisher(await kafkaConnection(options));

export class KafkaPublisher implements Publisher {
  /** By topic; a newer one has fenced the one before. */
  readonly #open = new Map<string, Publishing>();
  #closed = false;

  constructor(private readonly connection: KafkaConnection) {}

  async takeOver(topic: Topic): Promise<Publishing> {
    if (this.#closed) throw new PublisherUnavailable('the publisher is closed');
    const producer = await this.#producer(topic);
    const doing = `taking over ${topic.name}`;
    const givenUp = new AbortController();
    const fencing = this.#fenced(topic, producer, givenUp.signal);
    try {
      const position = await within(this.connection, fencing);
      const publishing = new KafkaPublishing(this.connection, topic, producer, position);
      this.#open.set(topic.name, publishing);
      return publishing;
    } catch (error) {
      givenUp.abort();
      void this.#abandoned(fencing, producer);
      throw failureOf(error, doing, this.connection.address);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#open.values()].map((publishing) => publishing.close()));
  }

  /** What is under way is cut off; had it just connected, then again when it is over. */
  async #abandoned(fencing: Promise<unknown>, producer: Producer): Promise<void> {
    await disconnected(this.connection, producer);
    await Promise.allSettled([fencing]);
    await disconnected(this.connection, producer);
  }

  async #producer({ name }: Topic): Promise<Producer> {
    const { Partitioners } = (await import('kafkajs')).default;
    const { kafka, timeoutMs } = this.connection;
    return kafka.producer({
      // The same for every process that ever publishes to the topic: Kafka lets the newest alone.
      transactionalId: `${name}.relay`,
      transactionTimeout: transactionMs(timeoutMs),
      createPartitioner: Partitioners.DefaultPartitioner,
      maxInFlightRequests: 1,
      allowAutoTopicCreation: false,
    });
  }

  /**
   * Fences the publisher before and reads how far it came, in this order: nothing of it can be committed in between. The
   * own record in the checkpoint's topic marks the end of what is to be read. One that was given up fences nobody any more.
   */
  async #fenced(topic: Topic, producer: Producer, givenUp: AbortSignal): Promise<Position> {
    await prepareTopics(this.connection, topic);
    givenUp.throwIfAborted();
    await producer.connect();
    givenUp.throwIfAborted();
    const transaction = await producer.transaction();
    const checkpoints = checkpointTopicOf(topic);
    const taken = { by: this.connection.clientId, takeover: randomUUID() };
    const [written] = await transaction.send({
      topic: checkpoints,
      acks: -1,
      messages: [{ key: TAKEOVER_KEY, value: JSON.stringify(taken) }],
    });
    await transaction.commit();
    if (written?.baseOffset === undefined) throw new PublisherUnavailable('Kafka tells no offset');
    return lastCheckpoint(this.connection, checkpoints, BigInt(written.baseOffset));
  }
}
