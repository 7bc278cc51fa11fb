import { createLogger } from '../logging/index.js';
import { openDatabase } from '../sqlite/index.js';
import { type LeaseOptions, underLease } from './lease.js';
import { type Registers, RegistersUnavailable } from './port.js';
import { openSqliteRegisters } from './sqlite/sqlite-registers.js';

const KEY = 'lease/relay';
const TTL_MS = 900;
const logger = createLogger('silent');

describe('work under a lease', () => {
  let registers: Registers;
  let database: ReturnType<typeof openDatabase>;
  let told: string[];
  let ends: (() => Promise<void>)[];

  beforeEach(() => {
    jest.useFakeTimers();
    database = openDatabase(':memory:', { synchronous: 'NORMAL' });
    registers = openSqliteRegisters({ database, clock: { now: () => Date.now() } });
    told = [];
    ends = [];
  });
  afterEach(async () => {
    for (const end of ends) await end();
    jest.useRealTimers();
    await registers.close();
    database.close();
  });

  const pass = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms).then(() => undefined);
  const working = (holder: string, signal: AbortSignal): Promise<void> => {
    told.push(`${holder} begins`);
    return new Promise((resolve) =>
      signal.addEventListener('abort', () => {
        told.push(`${holder} ends`);
        resolve();
      }),
    );
  };
  /** Starts a holder; answers how it is stopped. */
  const start = (
    holder: string,
    store: Registers = registers,
    run = working,
    times: Pick<LeaseOptions, 'ttlMs' | 'everyMs'> = { ttlMs: TTL_MS },
  ): (() => Promise<void>) => {
    const stop = new AbortController();
    const ended = underLease({
      registers: store,
      key: KEY,
      holder,
      ...times,
      logger,
      signal: stop.signal,
      run: (signal) => run(holder, signal),
    });
    const end = async (): Promise<void> => {
      stop.abort();
      await ended;
    };
    ends.push(end);
    return end;
  };
  /** One holder, until its work ends by itself. */
  const heldBy = (store: Registers, run: (signal: AbortSignal) => Promise<void>): Promise<void> =>
    underLease({
      registers: store,
      key: KEY,
      holder: 'one',
      ttlMs: TTL_MS,
      logger,
      signal: new AbortController().signal,
      run,
    });
  /** The registers as one process sees them, with a line that can be cut. */
  const withLine = () => {
    const line = { isCut: false, losesAnswers: false };
    const store = Object.create(registers) as Registers;
    const along = async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
      if (line.isCut) throw new RegistersUnavailable('cut');
      const answer = await ask();
      if (line.losesAnswers) throw new RegistersUnavailable('the answer was lost');
      return answer;
    };
    store.get = (key) => along(() => registers.get(key));
    store.compareAndSet = (...all) => along(() => registers.compareAndSet(...all));
    return { line, store };
  };

  it('is done by one of two, for as long as it lives', async () => {
    start('one');
    start('two');
    await pass(20 * TTL_MS);
    expect(told).toEqual(['one begins']);
    expect(await registers.get(KEY)).toMatchObject({ value: { holder: 'one' } });
  });

  it('is taken over within a third of the time when its holder ends', async () => {
    const stopOne = start('one');
    start('two');
    await pass(10 * TTL_MS);
    await stopOne();
    expect(await registers.get(KEY)).toBeUndefined();
    await pass(TTL_MS / 3);
    expect(told).toEqual(['one begins', 'one ends', 'two begins']);
  });

  it('is asked for as often as it is told, however long it is', async () => {
    const everyMs = TTL_MS / 3;
    const stopOne = start('one', registers, working, { ttlMs: 10 * TTL_MS, everyMs });
    start('two', registers, working, { ttlMs: 10 * TTL_MS, everyMs });
    await pass(30 * TTL_MS);
    await stopOne();
    await pass(everyMs);
    expect(told).toEqual(['one begins', 'one ends', 'two begins']);
  });

  it('is over when it ends by itself, and may be done by another', async () => {
    await heldBy(registers, async () => {
      expect(await registers.get(KEY)).toMatchObject({ value: { holder: 'one' } });
    });
    expect(await registers.get(KEY)).toBeUndefined();
  });

  it('tells when it fails, and gives the lease up', async () => {
    const failing = heldBy(registers, () => Promise.reject(new Error('broken')));
    await expect(failing).rejects.toThrow('broken');
    expect(await registers.get(KEY)).toBeUndefined();
  });

  it('is given up, too, when renewing it fails', async () => {
    const store = Object.create(registers) as Registers;
    store.get = (key) => registers.get(key);
    let writes = 0;
    store.compareAndSet = async (...all) => {
      writes += 1;
      if (writes === 2) throw new Error('the store denies it');
      return registers.compareAndSet(...all);
    };
    const failing = expect(heldBy(store, (signal) => working('one', signal))).rejects.toThrow(
      'the store denies it',
    );
    await pass(TTL_MS / 3 + 1);
    await failing;
    expect(told).toEqual(['one begins', 'one ends']);
    expect(await registers.get(KEY)).toBeUndefined();
    expect(jest.getTimerCount()).toBe(0);
  });

  it('is never done where the signal has aborted', async () => {
    await start('one', registers, () => Promise.reject(new Error('was run')))();
    expect(await registers.get(KEY)).toBeUndefined();
  });

  it('ends at a holder whose store is away before another begins', async () => {
    const { line, store } = withLine();
    start('one', store);
    await pass(10);
    start('two');
    line.isCut = true;
    await pass(TTL_MS * 0.9 - 11);
    expect(told).toEqual(['one begins']);
    await pass(1);
    expect(told).toEqual(['one begins', 'one ends']);
    await pass(TTL_MS / 2);
    expect(told).toEqual(['one begins', 'one ends', 'two begins']);
    line.isCut = false;
    await pass(10 * TTL_MS);
    expect(told).toHaveLength(3);
  });

  it('goes on when the store was away for a moment', async () => {
    const { line, store } = withLine();
    start('one', store);
    start('two');
    await pass(0.2 * TTL_MS);
    line.isCut = true;
    await pass(0.4 * TTL_MS);
    line.isCut = false;
    await pass(10 * TTL_MS);
    expect(told).toEqual(['one begins']);
  });

  it('goes on when answers were lost and the renewal was made', async () => {
    const { line, store } = withLine();
    start('one', store);
    start('two');
    await pass(0.2 * TTL_MS);
    line.losesAnswers = true;
    await pass(0.4 * TTL_MS);
    line.losesAnswers = false;
    await pass(10 * TTL_MS);
    expect(told).toEqual(['one begins']);
  });

  it('is begun by who took the lease without hearing of it', async () => {
    const { line, store } = withLine();
    line.losesAnswers = true;
    start('one', store);
    await pass(TTL_MS / 6);
    expect(told).toEqual([]);
    line.losesAnswers = false;
    await pass(TTL_MS / 3);
    expect(told).toEqual(['one begins']);
  });

  it('is taken when the store comes back', async () => {
    const { line, store } = withLine();
    line.isCut = true;
    start('one', store);
    await pass(10 * TTL_MS);
    expect(told).toEqual([]);
    line.isCut = false;
    await pass(TTL_MS / 3);
    expect(told).toEqual(['one begins']);
  });

  it('ends at a holder that was frozen while another took over, and does not disturb that one', async () => {
    start('one');
    await pass(10);
    jest.setSystemTime(Date.now() + TTL_MS);
    const other = await registers.compareAndSet(KEY, undefined, { holder: 'other' }, 5 * TTL_MS);
    expect(other).toBeDefined();
    await pass(TTL_MS / 3);
    expect(told).toEqual(['one begins', 'one ends']);
    await pass(4 * TTL_MS);
    expect(await registers.get(KEY)).toEqual(other);
    await pass(2 * TTL_MS);
    expect(told).toEqual(['one begins', 'one ends', 'one begins']);
  });

  it('ends at a holder that was frozen, also when nobody took over', async () => {
    start('one');
    await pass(10);
    jest.setSystemTime(Date.now() + TTL_MS);
    await pass(TTL_MS / 3);
    expect(told).toEqual(['one begins', 'one ends']);
    await pass(TTL_MS / 3);
    expect(told).toEqual(['one begins', 'one ends', 'one begins']);
  });

  it('stands by when it fails as its lease is lost', async () => {
    let tries = 0;
    start('one', registers, async (holder, signal) => {
      tries += 1;
      await working(holder, signal);
      if (tries === 1) throw new Error('broken off');
    });
    await pass(10);
    await registers.remove(KEY);
    await pass(TTL_MS);
    expect(told).toEqual(['one begins', 'one ends', 'one begins']);
  });

  it('is not begun when the store took too long to give the lease', async () => {
    const store = Object.create(registers) as Registers;
    store.compareAndSet = async (...all) => {
      const written = await registers.compareAndSet(...all);
      await new Promise((resolve) => setTimeout(resolve, 0.9 * TTL_MS));
      return written;
    };
    start('one', store);
    await pass(0.95 * TTL_MS);
    store.compareAndSet = (...all) => registers.compareAndSet(...all);
    await pass(0.9 * TTL_MS - 1);
    expect(told).toEqual([]);
    await pass(TTL_MS);
    expect(told).toEqual(['one begins']);
  });

  it.each([1, 2])('does not hide a bug of the store, at call %d', async (at) => {
    const store = Object.create(registers) as Registers;
    let calls = 0;
    store.compareAndSet = (...all) => {
      calls += 1;
      return calls < at ? registers.compareAndSet(...all) : Promise.reject(new TypeError('a bug'));
    };
    const failing = heldBy(store, (signal) => working('one', signal));
    const refused = expect(failing).rejects.toThrow(TypeError);
    await pass(TTL_MS);
    await refused;
    expect(told).toHaveLength(2 * (at - 1));
  });
});
