import { LogUnavailable } from '../eventlog/port.js';
import { countedSubscriptions } from '../testkit/counted-subscriptions.js';
import { ServiceUnderTest, someone, until } from '../testkit/index.js';
import { JobEnds, type JobEndsOptions } from './job-ends.js';
import { errandKind, errandReads, errandService, requestErrand } from './testing/errands.js';

const LONG_MS = 60_000;
const errands = errandKind('errand');
const chores = errandKind('chore');
const kinds = [errands, chores].map(errandReads);
const me = someone();

describe('who waits for the end of a job', () => {
  let under: ServiceUnderTest;
  let ends: JobEnds;
  beforeEach(async () => {
    under = await ServiceUnderTest.of({
      ...errandService([errands, chores], async () => ({})),
      work: () => [],
    });
    ends = of(under.engines.log);
  });
  afterEach(async () => {
    await ends.stop();
    await under.stop();
  });

  const of = (log: JobEndsOptions['log']): JobEnds =>
    new JobEnds({ log, kinds, logger: under.engines.logger });
  const ask = (category = 'errand'): Promise<string> =>
    under.make(me, requestErrand(category), { name: 'e', steps: 1 }, 'job');
  /** Ends a job that waits; answers where that stands. */
  const cancel = async (job_id: string, kind = errands): Promise<string> =>
    (await under.done(me, kind.commands.cancel, { job_id })).position;
  type Log = JobEndsOptions['log'];
  const logWith = (parts: Partial<Log>): Log => {
    const { log } = under.engines;
    return {
      head: () => log.head(),
      read: (stream, options) => log.read(stream, options),
      subscribe: (options) => log.subscribe(options),
      ...parts,
    };
  };

  it('hears where it ended, of whatever kind it is, when it does and not before', async () => {
    const [errand, chore] = [await ask(), await ask('chore')];
    let isTold = false;
    const told = ends.ended(errands, errand, LONG_MS).finally(() => (isTold = true));
    const other = ends.ended(chores, chore, LONG_MS);
    const at = await cancel(chore, chores);
    expect(await other).toBe(at);
    expect(isTold).toBe(false);
    expect(await cancel(errand)).toBe(await told);
  });

  it('hears of one that ended before at once, also when there is no time to wait', async () => {
    const id = await ask();
    const at = await cancel(id);
    expect([await ends.ended(errands, id, LONG_MS), await ends.ended(errands, id, 0)]).toEqual([at, at]);
  });

  it('waits no longer than it may', async () => {
    const id = await ask();
    expect([await ends.ended(errands, id, 20), await ends.ended(errands, id, 0)]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('shares one subscription with all who do, however many, and it is closed at the end', async () => {
    const { log, counted } = countedSubscriptions(under.engines.log);
    const many = of(logWith({ subscribe: (options) => log.subscribe(options) }));
    const ids = await Promise.all(Array.from({ length: 20 }, () => ask()));
    const told = ids.flatMap((id) => Array.from({ length: 15 }, () => many.ended(errands, id, LONG_MS)));
    await until(async () => counted.open === 1);
    for (const id of ids) await cancel(id);
    expect(new Set(await Promise.all(told)).size).toBe(ids.length);
    await many.ended(errands, await ask(), 0);
    expect(counted).toEqual({ opened: 1, open: 1 });
    await many.stop();
    expect(counted.open).toBe(0);
  });

  it('misses nothing when the subscription fails: it is opened again where it was', async () => {
    const { log } = under.engines;
    const id = await ask();
    let fail = true;
    let isOpen = (): void => undefined;
    const open = new Promise<void>((resolve) => (isOpen = resolve));
    const failing = of(
      logWith({
        subscribe: async function* (options) {
          isOpen();
          if (fail) {
            await until(async () => !fail);
            throw new LogUnavailable('away');
          }
          yield* log.subscribe(options);
        },
      }),
    );
    const told = failing.ended(errands, id, LONG_MS);
    await open;
    const at = await cancel(id);
    fail = false;
    expect(await told).toBe(at);
    await failing.stop();
  });

  it('goes on after a log that is away for a moment', async () => {
    const { log } = under.engines;
    const id = await ask();
    const at = await cancel(id);
    let away = 2;
    const unlessAway = <Asked>(ask: () => Promise<Asked>): Promise<Asked> =>
      (away -= 1) >= 0 ? Promise.reject(new LogUnavailable('away')) : ask();
    const patient = of(
      logWith({
        head: () => unlessAway(() => log.head()),
        read: (stream, options) => unlessAway(() => log.read(stream, options)),
      }),
    );
    expect(await patient.ended(errands, id, LONG_MS)).toBe(at);
    expect(away).toBeLessThan(0);
    await patient.stop();
  });

  it('waits no more once it is stopped', async () => {
    const id = await ask();
    const told = ends.ended(errands, id, LONG_MS);
    await ends.stop();
    expect([await told, await ends.ended(errands, id, LONG_MS)]).toEqual([undefined, undefined]);
  });
});
