import { Queue, type Waiting } from './queue.js';

const MIB = 1024 * 1024;

describe('who goes together', () => {
  const waiting = (inputBytes: number): Waiting => ({
    key: 'one',
    model: {
      ...{ sha256: '', path: '', config: '' },
      inspected: { inputs: [], outputs: [], opset: 13, producer: '', quantized: false },
    },
    struck: { account: '', file: '', version: '' },
    bytes: 0,
    input: { kind: 'tensors', path: '', headBytes: 1 },
    inputBytes,
    deadline: 0,
    answer: () => undefined,
    isAnswered: () => false,
    isSecondTry: false,
    starts: 0,
  });

  it('is so many, of so many bytes; one that is larger goes alone', () => {
    const queue = new Queue();
    for (const mib of [0, 30, 30, 30, 200, 1]) queue.add(waiting(mib * MIB));
    const taken = (): readonly number[] => queue.take(16).map(({ inputBytes }) => inputBytes / MIB);
    expect([taken(), taken(), taken(), taken(), taken()]).toEqual([[0, 30, 30], [30], [200], [1], []]);
    for (let each = 0; each < 20; each += 1) queue.add(waiting(0));
    expect([taken().length, taken().length]).toEqual([16, 4]);
  });

  it('is one at a time where many took too long', () => {
    const queue = new Queue();
    queue.keepApart('one');
    for (let each = 0; each < 2; each += 1) queue.add(waiting(0));
    expect([queue.take(16).length, queue.take(16).length, queue.take(16).length]).toEqual([1, 1, 0]);
  });
});
