import { type DatasetJobEvent, datasetJobStreamEvents as events } from '@cairn/contracts';
import { given, stateAfter } from '@cairn/kernel/testkit';
import { decideComplete, decideFail, decideProgress, decideStart, OUR_FAILURE } from './lease.js';
import { datasetJob, LEASE_MS, STORING } from './state.js';

const NOW = '2026-02-01T12:00:00.000Z';
/** Before anything in a history of `stateAfter`. */
const FIRST = '2000-01-01T00:00:00.000Z';
const later = (ms: number): string => new Date(Date.parse(NOW) + ms).toISOString();
const requested = events.DatasetJobRequested.of(events.DatasetJobRequested.example);
const started = (attempt = 1, now = NOW): DatasetJobEvent =>
  events.DatasetJobStarted.of({
    lease_until: new Date(Date.parse(now) + LEASE_MS).toISOString(),
    worker: 'w',
    attempt,
  });
const completed = events.DatasetJobCompleted.of({ result: { created: 1 } });
const failure = { code: 'internal', message: 'm', errors: [{ file: 'a', line: 1, code: 'c', message: 'm' }] };

describe('taking a job', () => {
  it('is possible while it waits', () => {
    given(datasetJob, [requested])
      .when((state) => decideStart(state, 'w', NOW))
      .then(started());
  });
  it('is not while another worker has it', () => {
    given(datasetJob, [requested, started()])
      .when((state) => decideStart(state, 'x', later(LEASE_MS - 1)))
      .thenRefused('conflict');
  });
  it('is again when the lease is over, and counts as another attempt', () => {
    const now = later(LEASE_MS);
    given(datasetJob, [requested, started()])
      .when((state) => decideStart(state, 'w', now))
      .then(started(2, now));
  });
  it('is not when it is over', () => {
    given(datasetJob, [requested, started(), completed])
      .when((state) => decideStart(state, 'w', later(10 * LEASE_MS)))
      .thenRefused('conflict');
  });
  it('fails it when two attempts ended without a word at the same place', () => {
    given(datasetJob, [requested, started(1), started(2)])
      .when((state) => decideStart(state, 'w', later(LEASE_MS)))
      .then(
        events.DatasetJobFailed.of({
          code: 'internal',
          message: 'The work failed for reasons of ours.',
          errors: [],
        }),
      );
  });
  const told = (done: number, phase = STORING, until = later(LEASE_MS)): DatasetJobEvent =>
    events.DatasetJobProgressed.of({ phase, done, lease_until: until });
  const checked = (...done: readonly number[]) => done.map((each) => told(each, 'checking'));
  const stored = (done: number): DatasetJobEvent =>
    events.DatasetJobProgressed.of({
      phase: STORING,
      done,
      cursor: { entries: done },
      lease_until: later(LEASE_MS),
    });
  const letGo = (done: number, phase = STORING): DatasetJobEvent => told(done, phase, FIRST);
  it.each<[string, readonly DatasetJobEvent[]]>([
    ['ends its process at a record', [started(1), ...checked(100, 200), started(2), ...checked(90, 195)]],
    ['ends it at a slice', [started(1), ...checked(500), told(100), told(200), started(2), told(200)]],
    ['ends it as it goes on behind a slice', [started(1), told(200), stored(300), started(2)]],
    ['was let go in between', [started(1), letGo(0, 'starting'), started(2), started(3)]],
    [
      'is killed five times, at whatever place',
      [100, 900, 200, 700, 400].flatMap((at, n) => [started(n + 1), ...checked(at - 10, at)]),
    ],
  ])('takes it no more when it %s', (_, history) => {
    given(datasetJob, [requested, ...history])
      .when((state) => decideStart(state, 'w', later(LEASE_MS)))
      .then(events.DatasetJobFailed.of({ ...OUR_FAILURE, errors: [] }));
  });
  it.each<[string, readonly DatasetJobEvent[]]>([
    ['was let go', [1, 2, 3, 4, 5, 6].flatMap((n) => [started(n), letGo(0, 'starting')])],
    [
      'was killed from outside at three places of its check',
      [900, 500, 200].flatMap((at, n) => [started(n + 1), ...checked(at - 10, at)]),
    ],
    [
      'came past the place where it ended before',
      [
        started(1),
        ...checked(100, 110),
        started(2),
        ...checked(100, 200),
        told(0),
        started(3),
        ...checked(50, 110),
      ],
    ],
    [
      'stored more each time, however often its process was killed',
      [100, 200, 300, 400, 500, 600, 700].flatMap((at, n) => [started(n + 1), told(at - 10), told(at)]),
    ],
  ])('takes it again when it %s', (_, history) => {
    given(datasetJob, [requested, ...history])
      .when((state) => decideStart(state, 'w', later(LEASE_MS)))
      .then(started(history.filter(({ type }) => type === 'DatasetJobStarted').length + 1, later(LEASE_MS)));
  });
  it('is not when there is none', () => {
    given(datasetJob, [])
      .when((state) => decideStart(state, 'w', NOW))
      .thenRefused('not_found');
  });
});

describe('a worker', () => {
  const mine = '1';
  it('tells how far it is, and keeps the job', () => {
    const cursor = { entries: 5 };
    given(datasetJob, [requested, started()])
      .when((state) => decideProgress(state, mine, { phase: 'items', done: 5, total: 9, cursor }, later(7)))
      .then(
        events.DatasetJobProgressed.of({
          phase: 'items',
          done: 5,
          total: 9,
          cursor,
          lease_until: later(7 + LEASE_MS),
        }),
      );
  });
  it('lets it go', () => {
    given(datasetJob, [requested, started()])
      .when((state) => decideProgress(state, mine, { phase: 'items', done: 5, released: true }, NOW))
      .then(events.DatasetJobProgressed.of({ phase: 'items', done: 5, lease_until: NOW }));
  });
  it('ends it', () => {
    given(datasetJob, [requested, started()])
      .when((state) => decideComplete(state, mine, { created: 1 }))
      .then(completed);
    given(datasetJob, [requested, started()])
      .when((state) => decideFail(state, mine, failure))
      .then(events.DatasetJobFailed.of(failure));
  });
  it.each([
    ['says nothing more when another has taken it over', [requested, started(), started(2)]],
    ['nor when it is over', [requested, started(), completed]],
    ['nor before it has it', [requested]],
  ])('%s', (_, history) => {
    const job = given(datasetJob, history);
    job
      .when((state) => decideProgress(state, mine, { phase: 'items', done: 1 }, NOW))
      .thenRefused('conflict');
    job.when((state) => decideComplete(state, mine, {})).thenRefused('conflict');
    job.when((state) => decideFail(state, mine, failure)).thenRefused('conflict');
  });
});

describe('a job', () => {
  it('keeps its cursor until a later one, and drops it at the end', () => {
    const progressed = (cursor?: { entries: number }) =>
      events.DatasetJobProgressed.of({
        phase: 'items',
        done: 1,
        lease_until: NOW,
        ...(cursor && { cursor }),
      });
    const history = [requested, started(), progressed({ entries: 1 }), progressed(), started(2)];
    expect(stateAfter(datasetJob, history)).toMatchObject({
      status: 'running',
      attempt: 2,
      fence: '4',
      cursor: { entries: 1 },
    });
    expect(stateAfter(datasetJob, [...history, completed])).toMatchObject({
      status: 'completed',
      cursor: null,
      result: { created: 1 },
    });
    expect(stateAfter(datasetJob, [...history, events.DatasetJobFailed.of(failure)])).toMatchObject({
      status: 'failed',
      failure: { code: 'internal', errors: failure.errors },
    });
  });
});
