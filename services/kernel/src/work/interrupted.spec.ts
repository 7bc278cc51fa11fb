import { type Registers, RegistersUnavailable } from '../registers/port.js';
import { until } from '../testkit/index.js';
import type { JobLease } from './job-lease.js';
import type { ServiceTools } from '../context/service-tools.js';
import { Claims } from './claims.js';
import { FreeJobs } from './free-jobs.js';
import { errandKind } from './testing/errands.js';
import { dyingAt, walking, WorkingErrands } from './testing/working-errands.js';

const STEPS = 6;
const ONCE = Array<number>(STEPS).fill(1);

let errands: WorkingErrands;
beforeEach(async () => {
  errands = await WorkingErrands.start();
});
afterEach(() => errands.stop());

const claims = () => new Claims(errands.tools.registers, errandKind('errand').category);

/** Something that a spec opens. */
const gate = () => {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open: () => open() };
};

/** A worker; answers whether it has looked who has the job. */
const lookingFor = (job: string): (() => boolean) => {
  let hasLooked = false;
  const get: Registers['get'] = async (key) => {
    const found = await errands.tools.registers.get(key);
    if (key.endsWith(job)) setImmediate(() => (hasLooked = true));
    return found;
  };
  errands.startWorker(walking(), { registers: errands.registersWith({ get }) });
  return () => hasLooked;
};

/** The job when it is over, whoever takes it when every claim before is. */
const over = async (job: string) => {
  const ends = ['completed', 'failed', 'cancelled'];
  await until(async () => {
    errands.passLeases();
    return ends.includes((await errands.eventsOf(job)).at(-1) ?? '');
  });
  return errands.over(job);
};

describe('work whose process ends', () => {
  it.each([
    ['its claims', async () => undefined],
    ['its registers deleted each time', (job: string) => errands.loseClaim(job)],
  ])('at three places, with %s: goes on, and each step is written once', async (_, between) => {
    const job = await errands.ask(STEPS);
    for (const place of [1, 3, 5]) {
      await errands.diesAt(job, place);
      await between(job);
    }
    errands.startWorker(walking());
    expect(await over(job)).toMatchObject({ status: 'completed', result: { walked: STEPS } });
    expect(await errands.attemptsOf(job)).toBe(4);
    expect(await errands.stepsOf(job, STEPS)).toEqual(ONCE);
  });

  it('eight times fails, although the registers never told where', async () => {
    const job = await errands.ask();
    for (let attempt = 1; attempt <= 8; attempt += 1) await errands.lostAttempt(job);
    errands.startWorker(walking());
    expect(await over(job)).toMatchObject({ status: 'failed', error_code: 'internal' });
    expect([await errands.attemptsOf(job), await errands.stepsOf(job, 3)]).toEqual([8, [0, 0, 0]]);
  });

  it('seven times does not', async () => {
    const job = await errands.ask(STEPS);
    for (let attempt = 1; attempt <= 7; attempt += 1) await errands.lostAttempt(job);
    errands.startWorker(walking());
    expect(await over(job)).toMatchObject({ status: 'completed' });
    expect(await errands.stepsOf(job, STEPS)).toEqual(ONCE);
  });

  it('at the same place fails at the second', async () => {
    const job = await errands.ask();
    await errands.diesAt(job, 2);
    errands.startWorker(dyingAt(2));
    expect(await errands.over(job)).toMatchObject({ status: 'failed', error_code: 'internal' });
    expect(await errands.attemptsOf(job)).toBe(2);
  });

  it('before it tells anything: goes on after seven times, and fails at the eighth', async () => {
    const [honest, other] = [await errands.ask(), await errands.ask()];
    await errands.endedAttempts(honest, 7);
    await errands.endedAttempts(other, 8);
    errands.startWorker(walking());
    expect(await over(honest)).toMatchObject({ status: 'completed' });
    expect(await over(other)).toMatchObject({ status: 'failed', error_code: 'internal' });
    expect([await errands.attemptsOf(honest), await errands.attemptsOf(other)]).toEqual([8, 8]);
    expect(await errands.stepsOf(other, 3)).toEqual([0, 0, 0]);
  });

  it('before it tells anything: is taken after a pause that grows, as the events tell', async () => {
    const job = await errands.ask();
    for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
      await errands.endedAttempts(job, 1);
      const state = await errands.stateOf(job);
      const ms = Date.parse(state.started_at) + 1000 * seconds;
      const afterAt = (now: number) => new FreeJobs(claims(), { now: () => now }).after(job, state);
      expect([await afterAt(ms - 1), await afterAt(ms)]).toEqual([undefined, expect.anything()]);
    }
  });

  it('no more than twice when it throws, although it told nothing before', async () => {
    const job = await errands.ask();
    let thrown = 0;
    errands.startWorker(async () => {
      thrown += 1;
      throw new Error('the work cannot be done');
    });
    expect(await over(job)).toMatchObject({ status: 'failed', error_code: 'internal' });
    expect([thrown, await errands.attemptsOf(job)]).toEqual([2, 2]);
  });

  it('is not blamed for another that ended the process of both: they are tried one at a time', async () => {
    const suspects = [await errands.ask(), await errands.ask()];
    for (const job of suspects) await errands.endedAttempts(job, 1);
    errands.passLeases();
    const fresh = await errands.ask();
    const tried: JobLease[] = [];
    let beside = 0;
    errands.startWorker(
      walking(async (step, lease, { id }) => {
        if (!suspects.includes(id)) return;
        if (step === 0) beside += tried.filter(({ place }) => place.phase === 'starting').length;
        if (step === 0) tried.push(lease);
        if (step === 1) await until(async () => lease.place.phase === 'steps');
      }),
    );
    for (const job of [...suspects, fresh])
      expect(await errands.over(job)).toMatchObject({ status: 'completed' });
    expect([tried.length, beside]).toEqual([2, 0]);
  });
});

describe('the claim on a job, in the registers', () => {
  it.each<[string, (registers: Registers) => Registers['put']]>([
    [
      'may be lost at any time',
      (registers) => async (key, value, ttlMs) => {
        const written = await registers.put(key, value, ttlMs);
        await registers.remove(key);
        return written;
      },
    ],
    ['may not be renewed', () => () => Promise.reject(new RegistersUnavailable('away'))],
  ])('%s: the work goes on in one attempt', async (_, putOf) => {
    const job = await errands.ask(STEPS);
    const put = putOf(errands.tools.registers);
    errands.startWorker(walking(), { registers: errands.registersWith({ put }) });
    errands.startWorker(walking());
    expect(await errands.over(job)).toMatchObject({ status: 'completed' });
    expect(await errands.attemptsOf(job)).toBe(1);
  });

  it('is no event: a job without a cursor tells nothing on its way', async () => {
    const job = await errands.ask(STEPS);
    let beats = 0;
    const put: Registers['put'] = (...claim) => {
      beats += 1;
      return errands.tools.registers.put(...claim);
    };
    const registers = errands.registersWith({ put });
    errands.startWorker(
      walking((step) => (step === 3 ? until(async () => beats > 5) : undefined)),
      { registers },
    );
    await errands.over(job);
    expect(await errands.eventsOf(job)).toEqual(['requested', 'started', 'completed']);
  });
});

describe('two workers', () => {
  it('of which one was frozen: write each step once', async () => {
    const job = await errands.ask(STEPS);
    const [frozen, thawed, late] = [gate(), gate(), gate()];
    const wrote: string[] = [];
    let isFrozen = false;
    const put: Registers['put'] = async (...claim) => {
      if (isFrozen) await thawed.opened;
      return errands.tools.registers.put(...claim);
    };
    const first = walking(async (step, lease) => {
      if (step === 1) {
        isFrozen = true;
        frozen.open();
        await thawed.opened;
      }
      if (step === 2) {
        late.open();
        await until(async () => lease.signal.aborted);
      }
      if (!lease.signal.aborted) wrote.push(`first ${step}`);
    });
    errands.startWorker(first, { registers: errands.registersWith({ put }) });
    await frozen.opened;
    errands.passLeases();
    errands.startWorker(
      walking(async (step) => {
        // What the frozen one was about to write lands beside the one that took over.
        if (step === 1) {
          thawed.open();
          await late.opened;
        }
        wrote.push(`second ${step}`);
      }),
    );
    expect(await errands.over(job)).toMatchObject({ status: 'completed', result: { walked: STEPS } });
    await errands.stopWorkers();
    expect(wrote.filter((step) => step.startsWith('first'))).toEqual(['first 0', 'first 1']);
    expect(await errands.stepsOf(job, STEPS)).toEqual(ONCE);
    expect(await errands.eventsOf(job)).toEqual(['requested', 'started', 'started', 'completed']);
  });

  it('of which one was frozen: the result that it tells late is dropped', async () => {
    const job = await errands.ask(STEPS);
    const [thawed, told] = [gate(), gate()];
    let attempts = 0;
    const { tools } = errands;
    const { complete: completing } = errandKind('errand').commands;
    const late: ServiceTools['execute'] = async (command, input, call) => {
      const reply = await tools.execute(command, input, call);
      if (command.name === completing.name) told.open();
      return reply;
    };
    errands.startWorker(
      async () => {
        attempts += 1;
        await thawed.opened;
        return { late: true };
      },
      { execute: late },
      { heartbeatMs: 1_000_000 },
    );
    await until(async () => attempts === 1);
    errands.passLeases();
    errands.startWorker(
      walking(async (step) => {
        if (step > 0) return;
        thawed.open();
        await told.opened;
      }),
    );
    expect(await errands.over(job)).toMatchObject({ status: 'completed', result: { walked: STEPS } });
    expect(await errands.eventsOf(job)).toEqual(['requested', 'started', 'started', 'completed']);
  });

  it('of which one lost its claim with its process: write each step once', async () => {
    const job = await errands.ask(STEPS);
    await errands.diesAt(job, 3);
    await errands.loseClaim(job);
    const looked = [lookingFor(job), lookingFor(job)];
    await until(async () => looked.every((has) => has()));
    errands.passLeases();
    expect(await errands.over(job)).toMatchObject({ status: 'completed' });
    expect(await errands.attemptsOf(job)).toBe(2);
    expect(await errands.stepsOf(job, STEPS)).toEqual(ONCE);
  });

  it('do each of many jobs once', async () => {
    const jobs = await Promise.all(Array.from({ length: 8 }, () => errands.ask(STEPS)));
    for (let worker = 0; worker < 3; worker += 1) errands.startWorker(walking());
    for (const job of jobs) {
      expect(await errands.over(job)).toMatchObject({ status: 'completed' });
      expect(await errands.eventsOf(job)).toEqual(['requested', 'started', 'completed']);
      expect(await errands.stepsOf(job, STEPS)).toEqual(ONCE);
    }
  });
});
