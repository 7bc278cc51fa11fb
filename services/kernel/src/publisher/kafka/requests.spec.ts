import fc from 'fast-check';
import { Partitioners } from 'kafkajs';
import type { Message } from '../port.js';
import { partitionOf } from './partition.js';
import { requestsOf } from './requests.js';

describe('the partition of a key', () => {
  it('is where Apache Kafka finds it', () => {
    // Known answers of Apache Kafka's own test of murmur2 (UtilsTest).
    const hashes: Readonly<Record<string, number>> = {
      '21': -973932308,
      foobar: -790332482,
      'a-little-bit-long-string': -985981536,
      'a-little-bit-longer-string': -1486304829,
      lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8: -58897971,
      abc: 479470107,
    };
    for (const [key, hash] of Object.entries(hashes))
      expect([key, partitionOf(key, 2 ** 31)]).toEqual([key, hash & 0x7fffffff]);
  });

  it('is where kafkajs finds it, whatever the key', () => {
    const partitioner = Partitioners.DefaultPartitioner();
    const partitionMetadata = Array.from({ length: 12 }, (_, partitionId) => ({
      partitionId,
      partitionErrorCode: 0,
      leader: 1,
      replicas: [],
      isr: [],
    }));
    fc.assert(
      fc.property(fc.oneof(fc.uuid(), fc.string({ unit: 'binary', maxLength: 40 })), (key) => {
        const theirs = partitioner({ topic: 't', partitionMetadata, message: { key, value: '' } });
        expect(partitionOf(key, 12)).toBe(theirs);
      }),
    );
  });
});

describe('requests', () => {
  const message = (key: string, bytes: number): Message => ({
    key,
    headers: {},
    value: 'x'.repeat(bytes),
    at: 0,
  });
  const sizes = (messages: readonly Message[], partitions = 12) =>
    requestsOf(messages, partitions).map(({ length }) => length);

  it('are one when all fits', () => {
    expect(sizes(Array.from({ length: 1000 }, (_, index) => message(`k${index}`, 100)))).toEqual([1000]);
    expect(sizes([])).toEqual([0]);
  });

  it('hold no more of a partition than its topic takes', () => {
    expect(sizes(Array.from({ length: 7 }, () => message('a', 256 * 1024)))).toEqual([3, 3, 1]);
  });

  it('hold no more than four megabytes', () => {
    const messages = Array.from({ length: 100 }, (_, index) => message(`k${index}`, 98_800));
    expect(Math.max(...sizes(messages, 1000))).toBe(40);
  });

  it('hold what is too large by itself alone', () => {
    expect(sizes([message('a', 10), message('a', 2_000_000), message('a', 10)])).toEqual([1, 1, 1]);
  });

  it('keep the order, and name each partition', () => {
    const messages = Array.from({ length: 50 }, (_, index) => message(`k${index % 5}`, 90_000));
    const records = requestsOf(messages, 3).flat();
    expect(records.map(({ key }) => key)).toEqual(messages.map(({ key }) => key));
    for (const { key, partition } of records) expect(partition).toBe(partitionOf(String(key), 3));
  });
});
