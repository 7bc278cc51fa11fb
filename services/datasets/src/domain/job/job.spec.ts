import { type DatasetJobEvent, datasetJobStreamEvents as events } from '@cairn/contracts';
import { given, stateAfter } from '@cairn/kernel/testkit';
import { decideComplete, decideFail, decideProgress, decideStart } from './lease.js';
import { datasetJob, LEASE_MS } from './state.js';

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
  it('fails it when five attempts ended without a word', () => {
    const attempts = [1, 2, 3, 4, 5].map((attempt) => started(attempt));
    given(datasetJob, [requested, ...attempts])
      .when((state) => decideStart(state, 'w', later(LEASE_MS)))
      .then(
        events.DatasetJobFailed.of({
          code: 'internal',
          message: 'The work failed for reasons of ours.',
          errors: [],
        }),
      );
  });
  const told = (done: number, until = later(LEASE_MS)): DatasetJobEvent =>
    events.DatasetJobProgressed.of({ phase: 'items', done, lease_until: until });
  it.each([
    ['was let go five times', [1, 2, 3, 4, 5].flatMap((n) => [started(n), told(0, FIRST)]), 0],
    ['came further than ever', [...[1, 2, 3, 4].map((n) => started(n)), told(5), started(5)], 2],
    [
      'came only as far as before',
      [started(1), told(5), started(2), told(5), started(3), told(5), started(4)],
      4,
    ],
  ])('counts what ended without a word: it %s', (_, history, unended) => {
    expect(stateAfter(datasetJob, [requested, ...history])).toMatchObject({ unended });
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
