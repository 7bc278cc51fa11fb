import { LATE, WorkerGone } from '@cairn/kernel';
import type { ModelFacts } from '../port.js';
import { Pool, type PoolOptions } from './pool.js';
import { Strikes } from './strikes.js';
import type { WaitingRun } from './waiting.js';
import type { PooledWorker } from './worker.js';

const facts: ModelFacts = { inputs: [], outputs: [], opset: 13, producer: '', quantized: false };
const OPTIONS: PoolOptions = {
  ...{ launch: { program: '', memoryBytes: 0 }, workers: 2, batch: 16 },
  ...{ openBytes: 1, retireBytes: 1, leastRunMs: 8_000, openMs: 60_000, askMs: 10_000 },
  ...{ waitMs: 30_000, idleMs: 300_000 },
};

/** What a worker is told to do with what it is asked. */
interface Deed {
  readonly takesMs: number;
  /** How it ends then, if it does. */
  readonly ends?: string;
}

/** Works as it is told, by the first word of a model's key or of a file's path; all else takes 10 ms. */
class WorkerDouble implements PooledWorker {
  isBusy = false;

  constructor(private readonly deeds: Readonly<Record<string, Deed>>) {}

  #gone: ((how: string) => void) | undefined;
  readonly process = {
    pid: 1,
    isRunning: true,
    began: undefined as number | undefined,
    kill: (why: string): void => {
      this.process.isRunning = false;
      this.#gone?.(why);
    },
    ended: async (): Promise<void> => undefined,
  };
  has(): boolean {
    return false;
  }
  readonly run: PooledWorker['run'] = async ({ key }, inputs) => {
    await this.#does(key);
    const answers = inputs.map(() => ({ predictions: [], inferenceMs: 1 }));
    return { kind: 'ran', answers, isOpen: true, rssBytes: 0 };
  };
  readonly inspect = (async (path: string) => {
    await this.#does(path);
    return facts;
  }) as PooledWorker['inspect'];

  #does(what: string): Promise<void> {
    const { takesMs, ends } = this.deeds[what.split(' ')[0] ?? ''] ?? { takesMs: 10 };
    this.process.began = performance.now();
    return new Promise((resolve, reject) => {
      this.#gone = (how) => reject(new WorkerGone(how, true));
      setTimeout(() => (ends === undefined ? resolve() : this.process.kill(ends)), takesMs);
    });
  }
}

describe('turns for workers', () => {
  let pool: Pool;
  /** What was answered, and after how many milliseconds since the beginning. */
  let answered: [name: string, ms: number][];
  let began: number;
  const start = (deeds: Readonly<Record<string, Deed>>, more: Partial<PoolOptions> = {}): void => {
    const strikes = new Strikes({ most: 3, withinMs: 600_000, heldMs: 3_600_000, persons: 3 });
    pool = new Pool({ ...OPTIONS, ...more }, strikes, () => new WorkerDouble(deeds));
    answered = [];
    began = performance.now();
  };
  beforeEach(() => jest.useFakeTimers());
  afterEach(async () => {
    await pool.close();
    jest.useRealTimers();
  });

  const tell = (name: string): void => void answered.push([name, Math.round(performance.now() - began)]);
  const run = (account: string, key: string): void => {
    let isAnswered = false;
    const waiting: WaitingRun = {
      ...{ kind: 'run', account, key, bytes: 0, inputBytes: 0, isSecondTry: false, starts: 0 },
      model: { sha256: '', path: '', config: '', inspected: facts },
      struck: { person: account, file: key, version: key },
      input: { kind: 'text', text: '' },
      deadline: performance.now() + 8_000,
      answer: (answer) => {
        isAnswered = true;
        tell('code' in answer ? `${account} ${answer.code}` : account);
      },
      isAnswered: () => isAnswered,
    };
    pool.add(waiting);
  };
  const inspect = (account: string, path: string): void =>
    void pool
      .inspect(path, 'model', account)
      .then((told) => tell('code' in told ? `${account} ${told.code}` : account));
  const passes = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);
  const ofOthers = () => answered.filter(([name]) => name.startsWith('other'));

  it('leave one worker to others, however much one account asks, and also when nobody else waits', async () => {
    start({ long: { takesMs: 8_000 }, fold: { takesMs: 60_000 } });
    for (let each = 0; each < 6; each += 1) inspect('one', 'fold');
    for (let each = 0; each < 14; each += 1) run('one', `long ${each}`);
    for (let at = 0; at < 8; at += 1) {
      await passes(7_000);
      run('other', 'quick');
      await passes(20);
      expect(ofOthers()).toHaveLength(at + 1);
    }
    expect(pool.pids).toHaveLength(2);
  });

  it('of inspections are one of each account at once', async () => {
    start({ fold: { takesMs: 20_000 } }, { workers: 3 });
    for (const account of ['one', 'one', 'two']) inspect(account, 'fold');
    await passes(21_000);
    expect(answered.map(([name]) => name)).toEqual(['one', 'two']);
    await passes(20_000);
    expect(answered.map(([name]) => name).slice(2)).toEqual(['one']);
  });

  it('that do not come in time for an inspection are told so', async () => {
    start({ fold: { takesMs: 50_000 } });
    for (const account of ['one', 'one']) inspect(account, 'fold');
    await passes(30_000);
    expect(answered).toEqual([['one models_busy', 30_000]]);
    await passes(20_001);
    expect(answered.slice(1)).toEqual([['one', 50_000]]);
  });

  it('that take long give way where they have all workers and somebody else comes; they are begun again', async () => {
    start({ fold: { takesMs: 9_000 }, long: { takesMs: 5_000 } });
    inspect('one', 'fold');
    await passes(1_000);
    run('two', 'long');
    await passes(3_500);
    run('other', 'quick');
    await passes(20);
    expect(answered).toEqual([['other', 4_510]]);
    await passes(15_000);
    expect(answered.slice(1)).toEqual([
      ['one', 9_000],
      ['two', 14_000],
    ]);
    expect(pool.lost).toBe(0);
  });

  it('serve a sixth while five accounts ask what takes long, again and again', async () => {
    start({ long: { takesMs: 7_900 } });
    const five = ['1', '2', '3', '4', '5'];
    for (let at = 0; at < 100; at += 1) {
      for (const account of five) run(account, `long ${account}`);
      run('other', 'quick');
      await passes(1_000);
    }
    await passes(8_000);
    expect(ofOthers()).toEqual(Array(100).fill(['other', expect.any(Number)]));
  });

  it('of one model that several ask, and that takes long, leave one to those who ask another', async () => {
    start({ long: { takesMs: 7_900 } });
    for (let at = 0; at < 60; at += 1) {
      for (const account of ['1', '2', '3', '4', '5']) run(account, 'long');
      if (at >= 20) run('other', 'quick');
      await passes(1_000);
    }
    expect(ofOthers()).toHaveLength(40);
  });

  it('with one worker are by run', async () => {
    start({ long: { takesMs: 1_000 } }, { workers: 1, batch: 1 });
    for (let each = 0; each < 5; each += 1) run('one', 'long');
    await passes(500);
    run('other', 'quick');
    await passes(520);
    expect(answered.map(([name]) => name)).toEqual(['one', 'other']);
  });

  it('that several were late in together blame nobody: from then on they go one at a time', async () => {
    start({ late: { takesMs: 8_000, ends: LATE } });
    for (const account of ['one', 'two']) run(account, 'late');
    await passes(8_001);
    expect(answered).toEqual([
      ['one model_worker_lost', 8_000],
      ['two model_worker_lost', 8_000],
    ]);
    for (const account of ['one', 'two']) run(account, 'late');
    await passes(16_002);
    expect(answered).toHaveLength(4);
    expect(pool.lost).toBe(3);
  });
});
