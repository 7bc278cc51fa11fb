import { CairnError } from '../errors/cairn-error.js';
import { until } from '../testkit/index.js';
import { walking, WorkingErrands } from './testing/working-errands.js';

class ProviderBusy extends CairnError {
  override readonly name = 'ProviderBusy';
  override readonly transient = true;
}

const FAILURES = 7;

describe('a job whose run throws', () => {
  let errands: WorkingErrands;
  beforeEach(async () => {
    errands = await WorkingErrands.start();
  });
  afterEach(() => errands.stop());

  /** Runs a job whose first runs throw this, however often its worker changes. */
  const ended = async (error: Error) => {
    const job = await errands.ask();
    let left = FAILURES;
    errands.startWorker(
      walking(async () => {
        if ((left -= 1) >= 0) throw error;
      }),
    );
    await until(async () => {
      errands.passLeases();
      return ['completed', 'failed'].includes((await errands.eventsOf(job)).at(-1) ?? '');
    });
    const { unended } = await errands.stateOf(job);
    return { ...(await errands.over(job)), attempts: await errands.attemptsOf(job), unended };
  };

  it('what is transient waits, however often, whatever its name, and no attempt counts', async () => {
    expect(await ended(new ProviderBusy('come again'))).toMatchObject({ status: 'completed', unended: 0 });
  });

  it('what is only named like an engine that is away fails after its attempts', async () => {
    const error = Object.assign(new Error('it is gone for good'), { name: 'ProviderUnavailable' });
    const job = await ended(error);
    expect(job).toMatchObject({ status: 'failed' });
    expect(job.attempts).toBeLessThan(FAILURES);
  });
});
