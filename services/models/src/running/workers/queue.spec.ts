import { Queue } from './queue.js';
import { INSPECTIONS, type WaitingInspection, type WaitingRun } from './waiting.js';

const MIB = 1024 * 1024;

describe('who goes together', () => {
  const used: Record<string, number> = {};
  const queueOf = (mayInspect = true) =>
    new Queue({
      mayBegin: (account, key) => account !== 'all of his' && (key !== INSPECTIONS || mayInspect),
      used: (account) => used[account] ?? 0,
    });
  const waiting = (more: Partial<WaitingRun> = {}): WaitingRun => ({
    ...{ kind: 'run', account: '', key: 'one' },
    model: {
      ...{ sha256: '', path: '', config: '' },
      inspected: { inputs: [], outputs: [], opset: 13, producer: '', quantized: false },
    },
    struck: { person: '', file: '', version: '' },
    bytes: 0,
    input: { kind: 'tensors', path: '', headBytes: 1 },
    inputBytes: 0,
    deadline: 0,
    answer: () => undefined,
    isAnswered: () => false,
    isSecondTry: false,
    starts: 0,
    ...more,
  });
  const inspection = (account: string): WaitingInspection => ({
    ...{ kind: 'inspection', key: INSPECTIONS, account },
    isAnswered: () => false,
    inspect: async () => undefined,
    answer: () => undefined,
  });
  const takenOf = (queue: Queue, most = 16): readonly string[] =>
    queue.take(most).map(({ account, key }) => `${account} ${key}`);

  it('is so many, of so many bytes; one that is larger goes alone', () => {
    const queue = queueOf();
    for (const mib of [0, 30, 30, 30, 200, 1]) queue.add(waiting({ inputBytes: mib * MIB }));
    const taken = (): readonly number[] =>
      queue.take(16).map((each) => (each.kind === 'run' ? each.inputBytes / MIB : -1));
    expect([taken(), taken(), taken(), taken(), taken()]).toEqual([[0, 30, 30], [30], [200], [1], []]);
    for (let each = 0; each < 20; each += 1) queue.add(waiting());
    expect([taken().length, taken().length]).toEqual([16, 4]);
  });

  it('is one at a time where many took too long', () => {
    const queue = queueOf();
    queue.keepApart('one');
    for (let each = 0; each < 2; each += 1) queue.add(waiting());
    expect([queue.take(16).length, queue.take(16).length, queue.take(16).length]).toEqual([1, 1, 0]);
  });

  it('goes by account before it goes by model: who had least of the time first, whoever came first', () => {
    const queue = queueOf();
    Object.assign(used, { ada: 900, grace: 10 });
    for (const key of ['a', 'b', 'b', 'c']) queue.add(waiting({ account: 'ada', key }));
    queue.add(waiting({ account: 'grace', key: 'b' }));
    // With the one whose turn it is go others who wait for the same.
    expect(takenOf(queue)).toEqual(['grace b', 'ada b', 'ada b']);
    expect([takenOf(queue), takenOf(queue), takenOf(queue)]).toEqual([['ada a'], ['ada c'], []]);
  });

  it('is an inspection alone, in its turn among the models of its account, while it may have one', () => {
    const queue = queueOf();
    for (const key of ['a', 'b']) queue.add(waiting({ account: 'ada', key }));
    for (let each = 0; each < 2; each += 1) queue.add(inspection('ada'));
    queue.add(waiting({ account: 'ada', key: 'a' }));
    expect([1, 2, 3, 4, 5].map(() => takenOf(queue))).toEqual([
      ['ada a', 'ada a'],
      ['ada b'],
      ['ada '],
      ['ada '],
      [],
    ]);
    const other = queueOf(false);
    for (const each of [inspection('ada'), waiting({ account: 'ada', key: 'a' })]) other.add(each);
    expect([takenOf(other), takenOf(other)]).toEqual([['ada a'], []]);
  });

  it('is nobody of an account that may not begin, nor who has an answer', () => {
    const queue = queueOf();
    queue.add(waiting({ account: 'all of his' }));
    queue.add(waiting({ account: 'ada', isAnswered: () => true }));
    queue.add(waiting({ account: 'grace', key: 'other' }));
    expect([takenOf(queue), takenOf(queue)]).toEqual([['grace other'], []]);
    expect(queue.clear()).toHaveLength(1);
  });
});
