import { randomUUID } from 'node:crypto';
import type { Consumer, EachBatchPayload } from 'kafkajs';
import { type Position, START } from '../../base/position.js';
import { type KafkaConnection, within } from './connection.js';

/** Key of the records that say how far a topic holds the log. */
export const CHECKPOINT_KEY = 'position';
/** Key of the records that say who took the topic over. */
export const TAKEOVER_KEY = 'taken';

/** Records of the checkpoint's topic before the own takeover that are looked at first: two are enough, but for crashes. */
const NEAR = 1_000n;
/** Short, so that the reader ends soon. */
const FETCH_WAIT_MS = 100;

/**
 * The last position that was committed to a checkpoint's topic before an offset, `START` when there is none. The record at
 * that offset is the reader's own, committed: what it does not see by then never was.
 */
export const lastCheckpoint = async (
  connection: KafkaConnection,
  topic: string,
  before: bigint,
): Promise<Position> => {
  const near = before > NEAR ? before - NEAR : 0n;
  const found = await scan(connection, topic, near, before);
  return found ?? (near === 0n ? undefined : await scan(connection, topic, 0n, before)) ?? START;
};

/** The driver reads as a member of a group only: one is made for this and goes with it. */
const scan = async (
  connection: KafkaConnection,
  topic: string,
  from: bigint,
  before: bigint,
): Promise<Position | undefined> => {
  const groupId = `${topic}.${randomUUID()}`;
  const consumer = connection.kafka.consumer({ groupId, maxWaitTimeInMs: FETCH_WAIT_MS });
  try {
    await consumer.connect();
    await consumer.subscribe({ topic, fromBeginning: true });
    return await within(connection, readUntil(consumer, topic, from, before));
  } finally {
    await consumer.disconnect();
    await forget(connection, groupId);
  }
};

const readUntil = (
  consumer: Consumer,
  topic: string,
  from: bigint,
  before: bigint,
): Promise<Position | undefined> =>
  new Promise((resolve, reject) => {
    let found: Position | undefined;
    const eachBatch = async ({ batch }: EachBatchPayload): Promise<void> => {
      for (const { offset, key, value } of batch.messages) {
        if (BigInt(offset) >= before) resolve(found);
        else if (key?.toString() === CHECKPOINT_KEY && value !== null) found = value.toString();
      }
    };
    // Also when the driver starts it again, which it does once while the group's coordinator is not ready yet.
    consumer.on(consumer.events.GROUP_JOIN, () => {
      found = undefined;
      consumer.seek({ topic, partition: 0, offset: from.toString() });
    });
    consumer.on(consumer.events.CRASH, ({ payload: { error, restart } }) => {
      if (!restart) reject(error);
    });
    consumer.run({ autoCommit: false, eachBatch }).catch(reject);
  });

/** Kafka itself forgets an empty group after a week. */
const forget = async ({ kafka, logger }: KafkaConnection, groupId: string): Promise<void> => {
  const admin = kafka.admin();
  try {
    await admin.connect();
    await admin.deleteGroups([groupId]);
  } catch (error) {
    logger.debug({ err: error, groupId }, 'a group that is not needed any more stays until Kafka forgets it');
  } finally {
    await admin.disconnect();
  }
};
