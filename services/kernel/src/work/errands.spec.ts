import { type Job, type JobStatus } from '@cairn/contracts';
import type { PageRequest } from '../paging/page.js';
import { ServiceUnderTest, someone, until } from '../testkit/index.js';
import { jobsOfAll } from './job-reads.js';
import type { JobLease } from './job-lease.js';
import type { JobWork } from './job-attempt.js';
import { principalNow } from '../access/requesters.js';
import {
  errandKind,
  errandReads,
  errandService,
  type KnownErrand,
  requestErrand,
} from './testing/errands.js';

const times = { lookEveryMs: 20, heartbeatMs: 10, cursorMs: 10, againAfterMs: 20, turnMs: 30 };
const errands = errandKind('errand');
const me = someone();
const reads = errandReads(errands);

describe('a kind of durable work', () => {
  let under: ServiceUnderTest;
  afterEach(() => under.stop());

  const start = async (run: JobWork<KnownErrand>['run'], kinds = [errands]): Promise<void> => {
    under = await ServiceUnderTest.of(errandService(kinds, run, times));
  };
  const ask = (steps: number, category = 'errand', by = me): Promise<string> =>
    under.make(by, requestErrand(category), { name: 'e', steps }, 'job');
  const statusOf = async (id: string): Promise<JobStatus | undefined> =>
    (await reads.document({ today: under.engines.documents }, id))?.status;
  const ended = async (id: string): Promise<Job> => {
    await until(async () => ['completed', 'failed', 'cancelled'].includes((await statusOf(id)) ?? ''));
    return (await reads.byId(under.reading(me), id))!.resource;
  };
  const untilAborted = (lease: JobLease): Promise<void> =>
    new Promise((resolve) => lease.signal.addEventListener('abort', () => resolve(), { once: true }));

  it('is asked for, done and read', async () => {
    await start(async ({ steps }, lease) => {
      lease.progress({ phase: 'steps', done: steps });
      return { walked: steps };
    });
    const id = await ask(2);
    expect(await ended(id)).toMatchObject({
      id,
      job_type: 'errand',
      status: 'completed',
      agent_name: 'e',
      result: { walked: 2 },
    });
    expect(await reads.byId(under.reading(someone()), id)).toBeUndefined();
  });

  it('is done for who asked, and ends when they may nothing any more', async () => {
    const nobody = { principalOf: async () => undefined };
    await start(async (job) => ({ by: (await principalNow({ requesters: nobody }, job)).userId }));
    expect(await ended(await ask(1))).toMatchObject({
      status: 'failed',
      error_code: 'requester_unavailable',
    });
  });

  it('appends under the fence of its claim', async () => {
    const fences: string[] = [];
    await start(async ({ id }, { fence }, { streams }) => {
      const { state } = await streams.current(errands.aggregate, id);
      if (state.status !== 'none') fences.push(fence, state.fence);
      return {};
    });
    await ended(await ask(1));
    expect(fences).toEqual(['1', '1']);
  });

  it('tells what landed when it is cancelled, and nothing is written after it', async () => {
    await start(async (_job, lease) => {
      lease.tellsLanded(() => ({ walked: 1 }));
      await untilAborted(lease);
      lease.progress({ phase: 'steps', done: 2, cursor: { at: 2 } });
      lease.check();
      return {};
    });
    const id = await ask(3);
    await until(async () => (await statusOf(id)) === 'running');
    await under.done(me, errands.commands.cancel, { job_id: id });
    expect(await ended(id)).toMatchObject({ status: 'cancelled', result: { walked: 1 } });
    const events = await under.engines.log.read(`errand-${id}`);
    expect(events.map(({ type }) => type)).toEqual(
      ['requested', 'started', 'cancel_requested', 'cancelled'].map((verb) => `errand.job.${verb}.v1`),
    );
  });

  it('is let go without a failure when what it threw follows from its signal', async () => {
    let attempts = 0;
    await start(async ({ steps }, lease) => {
      attempts += 1;
      if (steps === 1 || attempts > 5) return {};
      await untilAborted(lease);
      throw new Error('aborted');
    });
    const large: string[] = [];
    for (let index = 0; index < 4; index += 1) large.push(await ask(9, 'errand', someone()));
    await until(async () => attempts === 4);
    expect(await ended(await ask(1))).toMatchObject({ status: 'completed' });
    expect(await Promise.all(large.map(statusOf))).toEqual(large.map(() => 'running'));
  });
});

describe('the jobs of several kinds', () => {
  const chores = errandKind('chore');
  const jobs = jobsOfAll([reads, errandReads(chores)]);
  let under: ServiceUnderTest;
  const ids: string[] = [];
  beforeAll(async () => {
    under = await ServiceUnderTest.of(errandService([errands, chores], async () => ({}), times));
    for (const category of ['errand', 'chore', 'chore', 'errand', 'chore']) {
      ids.unshift(await under.make(me, requestErrand(category), { name: category, steps: 1 }, 'job'));
      await under.later(new Date().toISOString());
    }
  });
  afterAll(() => under.stop());

  it('are one list, page by page', async () => {
    const page = { limit: 2, sort: '-created_at' };
    const found: string[] = [];
    let after: PageRequest['after'];
    do {
      const { elements, next, total } = await jobs.page(
        under.reading(me),
        after === undefined ? page : { ...page, after },
        {},
      );
      expect([total, elements.length <= 2]).toEqual([5, true]);
      found.push(...elements.map(({ id }) => id));
      after = next;
    } while (after !== undefined);
    expect(found).toEqual(ids);
  });

  it('are everybody’s to administrators, page by page in one order', async () => {
    const theirs = await under.make(someone(), requestErrand('chore'), { name: 'hers', steps: 1 }, 'job');
    const found: Job[] = [];
    let after: PageRequest['after'];
    do {
      const page = { limit: 2, sort: '-created_at', ...(after === undefined ? {} : { after }) };
      const { elements, next } = await jobs.all(under.reading(someone()), page, {});
      found.push(...elements);
      after = next;
    } while (after !== undefined);
    expect(found.map(({ id }) => id)).toEqual([theirs, ...ids]);
    expect(new Set(found.map(({ name }) => name))).toEqual(new Set(['errand']));
    const of = async (filters: Parameters<typeof jobs.all>[2]) =>
      (await jobs.all(under.reading(me), { limit: 10, sort: 'created_at' }, filters)).elements.length;
    expect([await of({ user_id: me.userId }), await of({ job_type: 'errand' })]).toEqual([5, 6]);
    expect(await of({ dataset_id: ids[0]! })).toBe(0);
  });

  it('are found by their ids, whatever kind they are of', async () => {
    for (const id of ids) expect((await jobs.byId(under.reading(me), id))?.resource.id).toBe(id);
    expect((await jobs.kindOf(under.engines.log, ids[0]!))?.category).toBe('chore');
    expect((await jobs.kindOf(under.engines.log, ids[4]!))?.category).toBe('errand');
    expect(await jobs.kindOf(under.engines.log, '018f4d1a-0000-7000-8000-00000000000f')).toBeUndefined();
  });
});
