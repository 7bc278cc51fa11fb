import {
  type DatasetJobEvent,
  datasetJobEvents,
  datasetJobOwnCommands,
  datasetJobStreamEvents as events,
  type JobPlace as Stretch,
} from '@cairn/contracts';
import { given, stateAfter } from '../testkit/index.js';
import { OUR_FAILURE } from './decisions.js';
import { jobKind } from './job.js';
import type { JobState, KnownJob } from './job-state.js';

const STORING = 'items';
const imports = jobKind({
  category: 'datasetJob',
  collection: 'jobs',
  events: datasetJobEvents,
  commands: datasetJobOwnCommands,
  phases: ['checking', STORING],
  stateVersion: 1,
  own: () => ({}),
});
const { aggregate: datasetJob, decide } = imports;

const requested = events.DatasetJobRequested.of(events.DatasetJobRequested.example);
const place = (phase: string, from: number, to = from): Stretch => ({ phase, from, to });
const threw: Stretch = { ...place('starting', 0), threw: true };
const checking = (from: number, to = from): Stretch => place('checking', from, to);
const storing = (from: number, to = from): Stretch => place(STORING, from, to);
const started = (attempt = 1, ended?: Stretch): DatasetJobEvent =>
  events.DatasetJobStarted.of({ worker: 'w', attempt, ...(ended === undefined ? {} : { ended }) });
const letGo = events.DatasetJobProgressed.of({ phase: 'starting', done: 0, released: true });
/** Claims of which nobody knows where they ended. */
const LOST = Array<undefined>(3).fill(undefined);
/** Attempts whose processes were gone before they told anything. */
const untold = (times: number): readonly Stretch[] => Array<Stretch>(times).fill(place('starting', 0));
const stored = events.DatasetJobProgressed.of({ phase: STORING, done: 9, cursor: { entries: 9 } });
const completed = events.DatasetJobCompleted.of({ result: { created: 1 } });
const failure = { code: 'internal', message: 'm', errors: [{ file: 'a', line: 1, code: 'c', message: 'm' }] };

describe('taking a job', () => {
  it('is possible while it waits', () => {
    given(datasetJob, [requested])
      .when((state) => decide.start(state, 'w'))
      .then(started());
  });
  it('is not while another worker has it', () => {
    const job = given(datasetJob, [requested, started(), started(2)]);
    job.when((state) => decide.start(state, 'x')).thenRefused('conflict');
    job.when((state) => decide.start(state, 'x', { after: '1' })).thenRefused('conflict');
  });
  it('is again when the claim is over, and tells where that ended', () => {
    given(datasetJob, [requested, started()])
      .when((state) => decide.start(state, 'w', { after: '1', ended: checking(7, 9) }))
      .then(started(2, checking(7, 9)));
  });
  it('is not when it is over', () => {
    given(datasetJob, [requested, started(), completed])
      .when((state) => decide.start(state, 'w', { after: '1' }))
      .thenRefused('conflict');
  });

  /** Attempts of which each but the last ended at a place, `undefined` where nobody knows or it was let go. */
  const attempts = (...ended: readonly (Stretch | undefined)[]): readonly DatasetJobEvent[] => [
    started(1),
    ...ended.map((at, index) => started(index + 2, at)),
  ];
  const lastStart = (history: readonly DatasetJobEvent[]): number =>
    history.findLastIndex(({ type }) => type === 'DatasetJobStarted');
  const taking = (history: readonly DatasetJobEvent[], ended?: Stretch) =>
    given(datasetJob, [requested, ...history]).when((state) =>
      decide.start(state, 'w', { after: String(lastStart(history) + 1), ended }),
    );
  it.each<[string, readonly DatasetJobEvent[], Stretch | undefined]>([
    ['ends its process before it tells anything, eight times', attempts(...untold(7)), place('starting', 0)],
    ['throws before it tells anything', attempts(threw), threw],
    ['ends its process at a record', attempts(checking(200, 400)), checking(195, 405)],
    ['ends it at a slice', attempts(storing(200, 400)), storing(200, 600)],
    [
      'ends it as it goes on behind a slice, eight times',
      [started(1), stored, ...Array.from({ length: 8 }, (_, n) => started(n + 2, storing(9))).slice(1)],
      storing(9),
    ],
    ['was let go in between', [started(1), letGo, ...attempts(checking(7))], checking(7)],
    [
      'is killed five times, at whatever place',
      attempts(...[100, 900, 200, 700].map((at) => checking(at, at + 20))),
      checking(400, 420),
    ],
    ['is killed eight times, and the registers lost where', attempts(...LOST, ...LOST, undefined), undefined],
    ['is killed five times, and the registers lost some of it', attempts(...LOST, checking(7)), checking(90)],
  ])('fails it when it %s', (_, history, ended) => {
    taking(history, ended).then(events.DatasetJobFailed.of({ ...OUR_FAILURE, errors: [] }));
  });
  it.each<[string, readonly DatasetJobEvent[], Stretch | undefined]>([
    ['was let go', [1, 2, 3, 4, 5, 6].flatMap((n) => [started(n), letGo]), undefined],
    ['was killed seven times before it told anything', attempts(...untold(6)), place('starting', 0)],
    ['threw once before it told anything', attempts(), threw],
    ['lost its claim with the registers seven times', attempts(...LOST, ...LOST), undefined],
    [
      'lost its claim with the registers, and stored more in between',
      [...attempts(...LOST), stored, ...[5, 6, 7].map((attempt) => started(attempt))],
      undefined,
    ],
    [
      'was killed from outside at three places of its check',
      attempts(checking(900, 920), checking(500, 520)),
      checking(200, 220),
    ],
    [
      'came past the place where it ended before',
      attempts(checking(110, 130), storing(0)),
      checking(110, 130),
    ],
    [
      'stored more each time, however often its process was killed',
      attempts(...[100, 200, 300, 400, 500, 600].map((at) => storing(at, at + 20))),
      storing(700, 720),
    ],
  ])('takes it again when it %s', (_, history, ended) => {
    const attempt = history.filter(({ type }) => type === 'DatasetJobStarted').length + 1;
    taking(history, ended).then(started(attempt, ended));
  });
  it('is not when there is none', () => {
    given(datasetJob, [])
      .when((state) => decide.start(state, 'w'))
      .thenRefused('not_found');
  });
});

describe('a worker', () => {
  const mine = '1';
  it('tells how far it is, and where another goes on', () => {
    const progress = { phase: 'items', done: 5, total: 9, cursor: { entries: 5 } };
    given(datasetJob, [requested, started()])
      .when((state) => decide.progress(state, mine, progress))
      .then(events.DatasetJobProgressed.of(progress));
  });
  it('lets it go', () => {
    const progress = { phase: 'items', done: 5, released: true };
    given(datasetJob, [requested, started()])
      .when((state) => decide.progress(state, mine, progress))
      .then(events.DatasetJobProgressed.of(progress));
  });
  it('ends it', () => {
    given(datasetJob, [requested, started()])
      .when((state) => decide.complete(state, mine, { created: 1 }))
      .then(completed);
    given(datasetJob, [requested, started()])
      .when((state) => decide.fail(state, mine, failure))
      .then(events.DatasetJobFailed.of(failure));
  });
  it.each([
    ['says nothing more when another has taken it over', [requested, started(), started(2)]],
    ['nor when it is over', [requested, started(), completed]],
    ['nor before it has it', [requested]],
  ])('%s', (_, history) => {
    const job = given(datasetJob, history);
    job.when((state) => decide.progress(state, mine, { phase: 'items', done: 1 })).thenRefused('conflict');
    job.when((state) => decide.complete(state, mine, {})).thenRefused('conflict');
    job.when((state) => decide.fail(state, mine, failure)).thenRefused('conflict');
  });
});

describe('cancelling a job', () => {
  const asked = events.DatasetJobCancelRequested.of({});
  const cancelled = events.DatasetJobCancelled.of({ result: { created: 4 } });
  const cancel = (state: JobState) => decide.cancel(state as KnownJob);
  it('that waits ends it', () => {
    given(datasetJob, [requested])
      .when(cancel)
      .then(events.DatasetJobCancelled.of({ result: {} }));
  });
  it('that runs is asked of its worker, once', () => {
    given(datasetJob, [requested, started()]).when(cancel).then(asked);
    given(datasetJob, [requested, started(), asked]).when(cancel).then();
  });
  it('that was cancelled changes nothing', () => {
    given(datasetJob, [requested, started(), asked, cancelled]).when(cancel).then();
  });
  it.each([completed, events.DatasetJobFailed.of(failure)])('that is over is refused', (end) => {
    given(datasetJob, [requested, started(), end]).when(cancel).thenRefused('job_finished');
  });
  it('is ended by its worker, and by nobody else', () => {
    const job = given(datasetJob, [requested, started(), asked]);
    job.when((state) => decide.endCancelled(state, '1', { created: 4 })).then(cancelled);
    job.when((state) => decide.endCancelled(state, '0', {})).thenRefused('conflict');
  });
  it('is cancelled also where its worker came to another end before it knew', () => {
    const job = given(datasetJob, [requested, started(), asked]);
    job.when((state) => decide.complete(state, '1', { created: 4 })).then(cancelled);
    job.when((state) => decide.fail(state, '1', failure)).then(events.DatasetJobCancelled.of({ result: {} }));
  });
  it('is taken to be ended when its worker is gone, however often that ended', () => {
    const ended = place('starting', 0);
    given(datasetJob, [requested, started(1), started(2, ended), asked])
      .when((state) => decide.start(state, 'w', { after: '2', ended }))
      .then(started(3, ended));
  });
  it('is not taken when it is over', () => {
    given(datasetJob, [requested, cancelled])
      .when((state) => decide.start(state, 'w'))
      .thenRefused('conflict');
  });
});

describe('a job', () => {
  it('keeps its cursor until a later one, and drops it at the end', () => {
    const progressed = (cursor?: { entries: number }) =>
      events.DatasetJobProgressed.of({
        phase: 'items',
        done: 1,
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
