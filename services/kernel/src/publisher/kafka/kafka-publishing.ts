import type { Message as Record, Producer, Transaction } from 'kafkajs';
import type { Position } from '../../base/position.js';
import { type Message, PublisherUnavailable, type Publishing, type Topic } from '../port.js';
import { CHECKPOINT_KEY } from './checkpoint.js';
import { type KafkaConnection, within } from './connection.js';
import { failureOf } from './errors.js';
import { requestsOf } from './requests.js';
import { checkpointTopicOf } from './topics.js';

/** Publishes to one topic by one transactional producer, until something fails. */
export class KafkaPublishing implements Publishing {
  readonly #doing: string;
  #ended: Promise<void> | undefined;

  constructor(
    private readonly connection: KafkaConnection,
    private readonly topic: Topic,
    private readonly producer: Producer,
    readonly position: Position,
  ) {
    this.#doing = `publishing to ${topic.name}`;
  }

  async publish(messages: readonly Message[], through: Position): Promise<void> {
    if (this.#ended !== undefined) throw new PublisherUnavailable(`${this.#doing} has ended`);
    try {
      await within(this.connection, this.#inTransaction(messages, through));
    } catch (error) {
      void this.close();
      throw failureOf(error, this.#doing, this.connection.address);
    }
  }

  /** An open transaction is not ended here: who takes over next aborts it, or learns that it was committed. */
  close(): Promise<void> {
    this.#ended ??= disconnected(this.connection, this.producer);
    return this.#ended;
  }

  async #inTransaction(messages: readonly Message[], through: Position): Promise<void> {
    const transaction = await this.producer.transaction();
    const requests = requestsOf(messages, this.topic.partitions);
    const last = requests.pop() ?? [];
    for (const records of requests) await this.#send(transaction, records);
    await this.#send(transaction, last, through);
    await transaction.commit();
  }

  async #send(transaction: Transaction, records: Record[], through?: Position): Promise<void> {
    const checkpoint = { key: CHECKPOINT_KEY, value: through ?? null };
    await transaction.sendBatch({
      acks: -1,
      timeout: this.connection.timeoutMs,
      topicMessages: [
        ...(records.length === 0 ? [] : [{ topic: this.topic.name, messages: records }]),
        ...(through === undefined ? [] : [{ topic: checkpointTopicOf(this.topic), messages: [checkpoint] }]),
      ],
    });
  }
}

/** Disconnects a producer; it is never waited for longer than a call may take. */
export const disconnected = async (connection: KafkaConnection, producer: Producer): Promise<void> => {
  try {
    await within(connection, producer.disconnect());
  } catch (error) {
    connection.logger.debug({ err: error }, 'a connection to Kafka did not end in an orderly way');
  }
};
