import type { DomainEvent } from '@cairn/contracts';
import { freshId } from '../clock/ids.js';
import { system } from '../access/principal.js';
import { given, ServiceUnderTest, someone, stateAfter, until } from '../testkit/index.js';
import { OUR_FAILURE } from './decisions.js';
import { NO_ENDINGS } from './endings.js';
import { jobKind } from './job.js';
import { JobEnds } from './job-ends.js';
import { errandKind, type KnownErrand } from './testing/errands.js';
import {
  type KnownTour,
  tourCommands,
  tourDefinition,
  tourEvents as events,
  tourOwnEvents,
  tourReads,
  tours,
  tourService,
} from './testing/tours.js';

const LONG_MS = 60_000;
const { aggregate, decide } = tours;
const requested = events.requested.of(events.requested.example);
const started = (attempt = 1, ended = { phase: 'sights', from: 0, to: 0 }) =>
  events.started.of({ worker: 'w', attempt, ...(attempt === 1 ? {} : { ended }) });
const seen = (sight: string) => tourOwnEvents.seen.of({ sight });
const failed = events.failed.of(events.failed.example);
const cancelled = events.cancelled.of({ result: {} });
const completed = events.completed.of({ result: {} });
const who = { user_id: 'other', requester: { kind: 'user', user_id: 'other' } } as const;
const retried = events.retried.of({ id: requested.data.id, run: 2, ...who, by: 'train' });

describe('events of its own in the stream of a job', () => {
  it('are folded beside those of the kit', () => {
    expect(stateAfter(aggregate, [requested, started(), seen('tower'), seen('bridge')])).toMatchObject({
      status: 'running',
      attempt: 1,
      seen: ['tower', 'bridge'],
    });
  });
  it('of which the kind says that the work came further: no ending before counts', () => {
    const history = [requested, started(), started(2), started(3)];
    expect(stateAfter(aggregate, history)).toMatchObject({ unended: 2 });
    expect(stateAfter(aggregate, [...history, seen('tower')])).toMatchObject({
      unended: 0,
      endings: NO_ENDINGS,
    });
  });
  it('are told by the worker that has the job, and by nobody else', () => {
    const telling = (fence: string) => (state: Parameters<typeof decide.fenced>[0]) =>
      decide.fenced(state, fence, () => [seen('tower')]);
    const job = given(aggregate, [requested, started(), started(2)]);
    job.when(telling('2')).then(seen('tower'));
    job.when(telling('1')).thenRefused('conflict');
    given(aggregate, [requested, started(), completed]).when(telling('1')).thenRefused('conflict');
  });
});

describe('a kind that says itself when it is given up', () => {
  const patient = jobKind({
    ...tourDefinition,
    isGivenUp: ({ unended, seen: sights }, usual) => (sights.length === 0 ? usual : unended > 2),
  });
  const ended = { phase: 'sights', from: 7, to: 9 };
  const taking = (...history: readonly DomainEvent[]) => {
    const job = [requested, started(), ...history];
    const after = String(job.findLastIndex(({ type }) => type === events.started.name));
    return given(patient.aggregate, job).when((state) => patient.decide.start(state, 'w', { after, ended }));
  };
  const givenUp = events.failed.of({ ...OUR_FAILURE, errors: [] });
  it('is asked what its work is once the attempt has ended', () => {
    taking(seen('tower'), started(2, ended)).then(started(3, ended));
    taking(seen('tower'), started(2, ended), started(3, ended)).then(givenUp);
  });
  it('knows what is said of every other kind', () => {
    taking(started(2, ended)).then(givenUp);
  });
});

describe('retrying a job', () => {
  it('is told under the key under which its request is', () => {
    expect([events.requested.subject, events.retried.subject, events.failed.subject]).toEqual([
      'id',
      'id',
      undefined,
    ]);
  });
  it('of a kind that has no event for it is a mistake', () => {
    const errands = errandKind('errand');
    const state = { ...stateAfter(aggregate, [requested, failed]), steps: 1 } as KnownErrand;
    expect(() => errands.decide.retry(state, who)).toThrow('ErrandRequested');
  });
  const retrying = (state: unknown) => decide.retry(state as KnownTour, { ...who, by: 'train' });
  it.each([failed, cancelled])('that failed or was cancelled is another run of it', (end) => {
    given(aggregate, [requested, started(), end]).when(retrying).then(retried);
  });
  it.each([[[]], [[started()]], [[started(), completed]], [[started(), failed, retried]]])(
    'that is neither is refused as its kind says',
    (history) => {
      given(aggregate, [requested, ...history])
        .when(retrying)
        .thenRefused('job_not_found');
    },
  );
  it('counts its runs', () => {
    given(aggregate, [requested, started(), failed, retried, started(), failed])
      .when(retrying)
      .then(events.retried.of({ ...retried.data, run: 3 }));
  });
  it('begins anew for who retries it, and keeps what is its own', () => {
    const cursor = { at: 9 };
    const further = events.progressed.of({ phase: 'sights', done: 9, cursor, released: true });
    const asked = events.cancelRequested.of({});
    const before = [requested, started(), started(2), seen('tower'), further, asked, cancelled];
    const facts = { at: '2026-02-02T00:00:00.000Z', eventId: 'retry', correlation: 'c' };
    const queued = stateAfter(aggregate, [requested]);
    expect(stateAfter(aggregate, [...before, retried], facts)).toEqual({
      ...queued,
      ...who,
      run: 2,
      requested_at: facts.at,
      cause: { eventId: 'retry', correlation: 'c' },
      seen: ['tower'],
      by: 'train',
    });
  });
  it('leaves the worker of the run before nothing to say', () => {
    given(aggregate, [requested, started(), failed, retried])
      .when((state) => decide.complete(state, '1', {}))
      .thenRefused('conflict');
  });
});

describe('a job with events of its own', () => {
  const me = someone();
  let under: ServiceUnderTest;
  let ends: JobEnds;
  beforeEach(async () => {
    under = await ServiceUnderTest.of(tourService());
    const { log, logger } = under.engines;
    ends = new JobEnds({ log, kinds: [tourReads], logger });
  });
  afterEach(async () => {
    await ends.stop();
    await under.stop();
  });
  const document = (id: string) => tourReads.document({ today: under.engines.documents }, id);
  const untilDocument = async (id: string, status: string) => {
    await until(async () => (await document(id))?.status === status);
    return (await document(id))!;
  };
  const take = async (job_id: string): Promise<string> =>
    (await under.done(system, tours.commands.start, { job_id, worker: 'w' }, freshId())).revision!;

  it('is stored, folded again and shown', async () => {
    const id = await under.make(me, tourCommands.request, { name: 't' }, 'job');
    const fence = await take(id);
    await under.done(system, tourCommands.see, { job_id: id, fence, sight: 'tower' }, freshId());
    expect((await under.tools.streams.current(aggregate, id)).state).toMatchObject({ seen: ['tower'] });
    await until(async () => (await document(id))?.revision === '2');
    expect(await document(id)).toMatchObject({ status: 'running', last: 'tower' });
  });

  it('is shown as waiting when it is retried; who waits for the retry hears of its end alone', async () => {
    const id = await under.make(me, tourCommands.request, { name: 't' }, 'job');
    const failure = { code: 'internal', message: 'No.', errors: [] };
    const fail = async (): Promise<string> =>
      (await under.done(system, tours.commands.fail, { job_id: id, fence: await take(id), ...failure }))
        .position;
    const first = await fail();
    expect(await untilDocument(id, 'failed')).toMatchObject({ error_code: 'internal', attempts: 1 });
    const { position: retry } = await under.done(me, tourCommands.retry, { job_id: id, by: 'train' });
    const shown = await untilDocument(id, 'queued');
    expect(shown).toMatchObject({ run: 2, attempts: 0, started_at: '', completed_at: '' });
    for (const gone of ['error_code', 'message', 'errors']) expect(shown).not.toHaveProperty(gone);
    const [told, before] = [ends.ended(tourReads, id, LONG_MS, retry), ends.ended(tourReads, id, 0, first)];
    expect(await before).toBeUndefined();
    const second = await fail();
    expect(await told).toBe(second);
    expect(await ends.ended(tourReads, id, LONG_MS, retry)).toBe(second);
    expect(await ends.ended(tourReads, id, 0, second)).toBeUndefined();
  });
});
