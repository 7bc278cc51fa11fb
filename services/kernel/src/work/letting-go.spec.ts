import { timestamp } from '../clock/port.js';
import { CairnError } from '../errors/cairn-error.js';
import { until } from '../testkit/index.js';
import { Claims } from './claims.js';
import { FreeJobs } from './free-jobs.js';
import { LetGoUntil } from './job-lease.js';
import type { JobWork } from './job-attempt.js';
import type { KnownErrand } from './testing/errands.js';
import { walking, WorkingErrands } from './testing/working-errands.js';

const HOUR_MS = 3_600_000;
/** One place, so that a job that holds it keeps every other one waiting. */
const ONE = { atOnce: 1, turnMs: 1_000_000 };
const LET_GO = ['requested', 'started', 'progressed'];

class ProviderBusy extends CairnError {
  override readonly name = 'ProviderBusy';
  override readonly transient = true;
}

type Run = JobWork<KnownErrand>['run'];

let errands: WorkingErrands;
beforeEach(async () => {
  errands = await WorkingErrands.start();
});
afterEach(() => errands.stop());

const inAnHour = (): string => timestamp(errands.tools.clock.now() + HOUR_MS);
const isLetGo = async (job: string): Promise<boolean> => (await errands.stateOf(job)).isLetGo;
/** A run that lets one job go for an hour at its second step, each time it has not passed. */
const waiting = (job: string, time: () => string): Run => {
  const at = time();
  return walking(async (step, lease, { id }) => {
    if (id !== job || step !== 1 || errands.tools.clock.now() >= Date.parse(at)) return;
    lease.progress({ phase: 'steps', done: 1, cursor: { step } });
    throw new LetGoUntil(at);
  });
};

describe('a job that is let go until a time', () => {
  it('holds no place, is taken when the time has come, and goes on where it was', async () => {
    const job = await errands.ask();
    errands.startWorker(waiting(job, inAnHour), {}, ONE);
    await until(() => isLetGo(job));
    for (let other = 0; other < 3; other += 1)
      expect(await errands.over(await errands.ask())).toMatchObject({ status: 'completed' });
    errands.pass(HOUR_MS - 60_000);
    expect(await errands.over(await errands.ask())).toMatchObject({ status: 'completed' });
    expect(await errands.eventsOf(job)).toEqual(LET_GO);
    expect(await errands.stateOf(job)).toMatchObject({ cursor: { step: 1 }, waits: 1 });
    errands.pass(60_000);
    expect(await errands.over(job)).toMatchObject({ status: 'completed' });
    expect(await errands.eventsOf(job)).toEqual([...LET_GO, 'started', 'completed']);
    expect(await errands.stepsOf(job, 3)).toEqual([1, 1, 1]);
  });

  it('is free by its stream when the time has come, and at once when it is cancelled', async () => {
    const job = await errands.ask();
    const at = inAnHour();
    errands.startWorker(waiting(job, () => at));
    await until(() => isLetGo(job));
    await errands.stopWorkers();
    const state = await errands.stateOf(job);
    const claims = new Claims(errands.tools.registers, 'errand');
    const freeAt = (now: number, cancelAsked: boolean) =>
      new FreeJobs(claims, { now: () => now }).after(job, { ...state, cancelAsked });
    const free = { after: state.fence };
    expect([await freeAt(Date.parse(at) - 1, false), await freeAt(Date.parse(at), false)]).toEqual([
      undefined,
      free,
    ]);
    expect(await freeAt(Date.parse(at) - 1, true)).toEqual(free);
  });

  it('has no attempt counted, however often that is', async () => {
    const job = await errands.ask();
    let left = 10;
    errands.startWorker(
      walking(async () => {
        if ((left -= 1) >= 0) throw new LetGoUntil(inAnHour());
      }),
    );
    await until(async () => {
      errands.pass(HOUR_MS);
      return (await errands.stateOf(job)).status !== 'running' && left < 0;
    });
    expect(await errands.over(job)).toMatchObject({ status: 'completed', attempts: 11 });
  });

  it('and is cancelled meanwhile: ends at once, although no place is free', async () => {
    const job = await errands.ask();
    const wait = waiting(job, inAnHour);
    let isHeld = false;
    const run: Run = async (its, lease, tools) => {
      if (its.id === job) return wait(its, lease, tools);
      isHeld = true;
      await until(async () => lease.signal.aborted);
      throw new Error('the worker stops');
    };
    errands.startWorker(run, {}, ONE);
    await until(() => isLetGo(job));
    const long = await errands.ask();
    await until(async () => isHeld);
    await errands.cancel(job);
    expect(await errands.over(job)).toMatchObject({ status: 'cancelled' });
    expect(await errands.eventsOf(job)).toEqual([...LET_GO, 'cancel_requested', 'started', 'cancelled']);
    expect((await errands.stateOf(long)).status).toBe('running');
  });
});

const LONGEST_PAUSE_MS = 60_001;

/** For how long a job was let go each time, ms. */
const pausesOf = async (job: string): Promise<readonly number[]> => {
  const events = await errands.tools.log.read(`errand-${job}`);
  return events.flatMap(({ data, metadata }) => {
    const { until: end } = data as { readonly until?: string };
    return end === undefined ? [] : [Date.parse(end) - Date.parse(metadata.at)];
  });
};

describe('a job that waits for what is away', () => {
  it('lets its place go after some runs, for longer each time, and does not fail for it', async () => {
    const job = await errands.ask();
    let isAway = true;
    let runs = 0;
    const run = walking(async (_step, _lease, { id }) => {
      if (id !== job || !isAway) return;
      runs += 1;
      throw new ProviderBusy('come again');
    });
    errands.startWorker(run, {}, { ...ONE, againAfterMs: 10 });
    await until(async () => {
      if (await isLetGo(job)) errands.pass(LONGEST_PAUSE_MS);
      return (await errands.stateOf(job)).waits >= 15;
    });
    const ms = await pausesOf(job);
    expect(runs).toBeGreaterThanOrEqual(3 * 15);
    expect(ms.slice(0, 12).every((each, before) => each <= 10 * 2 ** before)).toBe(true);
    expect(Math.max(...ms)).toBeLessThanOrEqual(60_000);
    expect(ms[14]).toBeGreaterThan(50_000);
    await until(() => isLetGo(job));
    expect(await errands.over(await errands.ask())).toMatchObject({ status: 'completed' });
    isAway = false;
    errands.passLeases();
    expect(await errands.over(job)).toMatchObject({ status: 'completed' });
  });

  it('waits under its lease while that cannot be told either', async () => {
    const job = await errands.ask();
    let left = 7;
    const { tools } = errands;
    const execute: typeof tools.execute = (command, ...given) =>
      command.name.includes('progress')
        ? Promise.reject(new ProviderBusy('the log is away too'))
        : tools.execute(command, ...given);
    errands.startWorker(
      walking(async () => {
        if ((left -= 1) >= 0) throw new ProviderBusy('come again');
      }),
      { execute },
    );
    expect(await errands.over(job)).toMatchObject({ status: 'completed', attempts: 1 });
  });
});
