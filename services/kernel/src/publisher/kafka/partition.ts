const SEED = 0x9747b28c;
const M = 0x5bd1e995;
const R = 24;

/**
 * The partition of a key, as Java clients and kafkajs find it: murmur2 of its bytes. kafkajs computes it with big integers
 * for every message; here it costs a tenth, and a request can be as large as its partitions allow.
 */
export const partitionOf = (key: string, partitions: number): number =>
  (murmur2(Buffer.from(key)) & 0x7fffffff) % partitions;

/** Apache Kafka, `org.apache.kafka.common.utils.Utils.murmur2`; 32-bit, signed. */
const murmur2 = (bytes: Buffer): number => {
  const whole = bytes.length & ~3;
  let hash = SEED ^ bytes.length;
  for (let index = 0; index < whole; index += 4) {
    let word = Math.imul(bytes.readInt32LE(index), M);
    word = Math.imul(word ^ (word >>> R), M);
    hash = Math.imul(hash, M) ^ word;
  }
  if (whole < bytes.length) {
    for (let index = bytes.length - 1; index >= whole; index -= 1)
      hash ^= (bytes[index] ?? 0) << (8 * (index - whole));
    hash = Math.imul(hash, M);
  }
  hash = Math.imul(hash ^ (hash >>> 13), M);
  return hash ^ (hash >>> 15);
};
