import { type CommandDefinition, modelQueries } from '@cairn/contracts';
import { freshId } from '../clock/ids.js';
import { otherServices, servicesUntil } from '../context/other-services.js';
import { until } from '../testkit/index.js';
import type { JobWork } from './job-attempt.js';
import { type KnownErrand, requestErrand } from './testing/errands.js';
import { walking, WorkingErrands } from './testing/working-errands.js';

type Run = JobWork<KnownErrand>['run'];

let errands: WorkingErrands;
let asked: number;
let isOver: boolean;
beforeEach(async () => {
  errands = await WorkingErrands.start();
  asked = 0;
  isOver = false;
});
afterEach(() => errands.stop());

/** A service that never answers. */
const silent = () =>
  otherServices({
    name: 'errands',
    needs: ['models'],
    find: () => ({
      call: () => {
        asked += 1;
        return new Promise(() => undefined);
      },
    }),
    clock: errands.tools.clock,
  });

const command: CommandDefinition = requestErrand('errand');
const calls: Record<string, Run> = {
  'a command': async ({ requester }, _lease, { services }) => ({
    ...(await services.models.execute(command, {}, { onBehalfOf: requester, id: freshId() })),
  }),
  'a query': async ({ requester }, _lease, { services }) => ({
    ...(await services.models.query(modelQueries.unusable, { entities: [] }, { onBehalfOf: requester })),
  }),
};

describe.each(Object.entries(calls))('a job that waits for the answer to %s', (_, run) => {
  /** A job that asks, and its worker. */
  const asking = async (options = {}): Promise<string> => {
    const job = await errands.ask();
    const others = walking();
    const one: Run = (its, ...given) =>
      its.id === job ? run(its, ...given).finally(() => (isOver = true)) : others(its, ...given);
    errands.startWorker(one, { services: silent() }, options);
    await until(async () => asked === 1);
    return job;
  };

  it('and is cancelled: ends at once', async () => {
    const job = await asking();
    await errands.cancel(job);
    expect(await errands.over(job)).toMatchObject({ status: 'cancelled' });
    expect(await errands.eventsOf(job)).toEqual(['requested', 'started', 'cancel_requested', 'cancelled']);
  });

  it('and whose worker stops: is let go at once', async () => {
    const job = await asking();
    await errands.stopWorkers();
    expect(await errands.stateOf(job)).toMatchObject({ status: 'running', isLetGo: true, unended: 0 });
  });

  it('and is taken over by another worker: is waited for no longer', async () => {
    const job = await asking();
    await errands.endedAttempts(job, 1);
    await until(async () => isOver);
    expect(await errands.eventsOf(job)).toEqual(['requested', 'started', 'started']);
  });

  it('and gives its place: the next one has it at once', async () => {
    const job = await asking({ atOnce: 1, turnMs: 10 });
    expect(await errands.over(await errands.ask())).toMatchObject({ status: 'completed' });
    expect((await errands.eventsOf(job)).slice(0, 3)).toEqual(['requested', 'started', 'progressed']);
  });
});

describe('a call of another service', () => {
  const ask = (signal: AbortSignal, services = silent()) => {
    const onBehalfOf = { kind: 'user' as const, user_id: errands.user.userId };
    return services.models.query(modelQueries.unusable, { entities: [] }, { onBehalfOf, signal });
  };

  it('throws the reason of its signal when that aborts', async () => {
    const stop = new AbortController();
    const answer = ask(stop.signal);
    stop.abort(new Error('nobody waits any more'));
    await expect(answer).rejects.toThrow('nobody waits any more');
    expect(asked).toBe(1);
  });

  it('is not sent when that has aborted before', async () => {
    await expect(ask(AbortSignal.abort(new Error('too late')))).rejects.toThrow('too late');
    expect(asked).toBe(0);
  });

  it('heeds its own signal and that of the work', async () => {
    const [own, work] = [new AbortController(), new AbortController()];
    const both = ask(own.signal, servicesUntil(work.signal, silent()));
    own.abort(new Error('its own'));
    await expect(both).rejects.toThrow('its own');
    work.abort(new Error('of the work'));
    const after = ask(new AbortController().signal, servicesUntil(work.signal, silent()));
    await expect(after).rejects.toThrow('of the work');
  });
});
