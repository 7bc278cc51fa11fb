import { until } from '../testkit/index.js';
import { walking, WorkingErrands } from './testing/working-errands.js';

const STEPS = 6;

describe('a job that is cancelled', () => {
  let errands: WorkingErrands;
  beforeEach(async () => {
    errands = await WorkingErrands.start();
  });
  afterEach(() => errands.stop());

  it('while it waits: is over at once, and no worker takes it', async () => {
    const job = await errands.ask();
    expect(await errands.cancel(job)).toMatchObject({ status: 'done' });
    expect(await errands.over(job)).toMatchObject({ status: 'cancelled', result: {} });
    errands.startWorker(walking());
    expect(await errands.over(await errands.ask())).toMatchObject({ status: 'completed' });
    expect(await errands.eventsOf(job)).toEqual(['requested', 'cancelled']);
  });

  it('while it runs: begins no other step, and is ended by its worker', async () => {
    const job = await errands.ask(STEPS);
    errands.startWorker(
      walking(async (step, lease) => {
        if (step !== 2) return;
        await errands.cancel(job);
        await until(async () => lease.signal.aborted);
      }),
    );
    await errands.over(job);
    await errands.stopWorkers();
    expect(await errands.stepsOf(job, STEPS)).toEqual([1, 1, 0, 0, 0, 0]);
    expect(await errands.eventsOf(job)).toEqual(['requested', 'started', 'cancel_requested', 'cancelled']);
  });

  it('twice: is asked of its worker once; and again when it is cancelled: is as it was', async () => {
    const job = await errands.ask();
    let open = (): void => undefined;
    const opened = new Promise<void>((resolve) => (open = resolve));
    errands.startWorker(
      walking(async (_step, lease) => {
        await opened;
        await until(async () => lease.signal.aborted);
      }),
    );
    await until(async () => (await errands.attemptsOf(job)) === 1);
    const twice = [await errands.cancel(job), await errands.cancel(job)];
    open();
    await errands.over(job);
    expect([...twice, await errands.cancel(job)].map(({ status }) => status)).toEqual([
      'done',
      'done',
      'done',
    ]);
    expect(await errands.eventsOf(job)).toEqual(['requested', 'started', 'cancel_requested', 'cancelled']);
  });

  it('after its end: is refused, however it ended', async () => {
    errands.startWorker(walking());
    const done = await errands.ask();
    await errands.over(done);
    await errands.stopWorkers();
    const failed = await errands.ask();
    await errands.endedAttempts(failed, 8);
    errands.passLeases();
    errands.startWorker(walking());
    expect(await errands.over(failed)).toMatchObject({ status: 'failed' });
    for (const job of [done, failed])
      expect(await errands.cancel(job)).toMatchObject({ status: 'refused', code: 'job_finished' });
  });

  it('while its worker is gone: is ended by the next that takes it, and no step is begun', async () => {
    const job = await errands.ask(STEPS);
    await errands.diesAt(job, 2);
    await errands.cancel(job);
    errands.startWorker(walking());
    expect(await errands.over(job)).toMatchObject({ status: 'cancelled' });
    expect(await errands.stepsOf(job, STEPS)).toEqual([1, 1, 0, 0, 0, 0]);
  });

  it('although its process ended eight times: is cancelled, not failed', async () => {
    const job = await errands.ask();
    await errands.endedAttempts(job, 8);
    await errands.cancel(job);
    errands.startWorker(walking());
    expect(await errands.over(job)).toMatchObject({ status: 'cancelled', result: {} });
  });
});
