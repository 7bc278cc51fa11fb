import type { Message as Record } from 'kafkajs';
import type { Message } from '../port.js';
import { partitionOf } from './partition.js';

/** Of one partition in one request: stays under the `max.message.bytes` of the topic. */
const PARTITION_BYTES = 800_000;
const REQUEST_BYTES = 4_000_000;
/** More than the headers of a message take. */
const HEADERS_BYTES = 1_200;

/** The messages as records, in as many requests as they need, in their order. */
export const requestsOf = (messages: readonly Message[], partitions: number): Record[][] => {
  const requests: Record[][] = [];
  let request: Record[] = [];
  let room = new Room();
  for (const message of messages) {
    const partition = partitionOf(message.key, partitions);
    if (!room.takes(partition, bytesOf(message))) {
      requests.push(request);
      request = [];
      room = new Room();
      room.takes(partition, bytesOf(message));
    }
    request.push(recordOf(message, partition));
  }
  requests.push(request);
  return requests;
};

/** What one request can still take. A message that is too large by itself is in a request of its own. */
class Room {
  readonly #bytes = new Map<number, number>();
  #total = 0;

  takes(partition: number, bytes: number): boolean {
    const inPartition = (this.#bytes.get(partition) ?? 0) + bytes;
    const isFull = inPartition > PARTITION_BYTES || this.#total + bytes > REQUEST_BYTES;
    if (isFull && this.#total > 0) return false;
    this.#bytes.set(partition, inPartition);
    this.#total += bytes;
    return true;
  }
}

const bytesOf = ({ value }: Message): number =>
  HEADERS_BYTES + (value === null ? 0 : Buffer.byteLength(value));

const recordOf = ({ key, headers, value, at }: Message, partition: number): Record => ({
  key,
  headers,
  value,
  partition,
  timestamp: String(at),
});
