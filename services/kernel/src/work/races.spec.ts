import type { DomainEvent } from '@cairn/contracts';
import fc from 'fast-check';
import type { Decision } from '../domain/aggregate.js';
import { isRefusal } from '../base/refusal.js';
import { stateAfter } from '../testkit/index.js';
import { type KnownTour, tourEvents as events, tourOwnEvents, tours } from './testing/tours.js';
import { isJobOver } from './decisions.js';
import type { JobState } from './job-state.js';

type State = JobState<KnownTour>;

const { aggregate, decide } = tours;
const requested = events.requested.of(events.requested.example);
const who = { user_id: 'u', requester: requested.data.requester };
const until = '2026-01-01T01:00:00.000Z';
const seen = tourOwnEvents.seen.of({ sight: 'tower' });

/** What a worker says that has, or had, this fence. */
const said: Record<string, (state: State, fence: string) => Decision> = {
  progress: (state, fence) => decide.progress(state, fence, { phase: 'sights', done: 1 }),
  'let go': (state, fence) =>
    decide.progress(state, fence, { phase: 'sights', done: 1, released: true, until }),
  fact: (state, fence) => decide.fenced(state, fence, () => [seen]),
  complete: (state, fence) => decide.complete(state, fence, {}),
  fail: (state, fence) => decide.fail(state, fence, events.failed.example),
  'end cancelled': (state, fence) => decide.endCancelled(state, fence, {}),
};

/** What anybody does; `at` is where a worker that takes the job over saw it end. */
const done: Record<string, (state: State, fence: string, at: number) => Decision> = {
  start: (state) => decide.start(state, 'w'),
  'take over': (state, after, at) =>
    decide.start(state, 'w', { after, ended: { phase: 'sights', from: at, to: at } }),
  cancel: (state) => decide.cancel(state as KnownTour),
  retry: (state) => decide.retry(state as KnownTour, { ...who, by: 'train' }),
};

const ENDS: readonly string[] = [events.completed, events.failed, events.cancelled].map(({ name }) => name);
const isEnd = ({ type }: DomainEvent): boolean => ENDS.includes(type);
const letsGo = ({ data }: DomainEvent): boolean => Object.hasOwn(data as object, 'released');
const fencesIn = (history: readonly DomainEvent[]): readonly string[] =>
  history.flatMap(({ type }, revision) => (type === events.started.name ? [String(revision)] : []));

const steps = fc.array(
  fc.record({
    does: fc.constantFrom(...Object.keys(said), ...Object.keys(done)),
    /** Which worker, counted from the last that took the job. */
    back: fc.constantFrom(0, 0, 0, 1, 2),
    at: fc.constantFrom(0, 5, 90),
  }),
  { minLength: 20, maxLength: 60, size: 'max' },
);

/** The events of a job after each step, and what was decided in it. */
const walk = function* (taken: readonly { does: string; back: number; at: number }[]) {
  const history: DomainEvent[] = [requested];
  for (const { does, back, at } of taken) {
    const state = stateAfter(aggregate, history);
    const fence = fencesIn(history).at(-1 - back) ?? 'none';
    const decision = (said[does] ?? done[does]!)(state, fence, at);
    const events = isRefusal(decision) ? [] : decision;
    yield { does, state, fence, decision, events, before: [...history] };
    history.push(...events);
  }
};

const always = (
  holds: (step: ReturnType<typeof walk> extends Generator<infer Step> ? Step : never) => void,
) =>
  fc.assert(
    fc.property(steps, (taken) => {
      for (const step of walk(taken)) holds(step);
    }),
    { numRuns: 500 },
  );

describe('whatever workers and people do with a job, in whatever order', () => {
  it('nothing follows its end but a retry', () => {
    let ends = 0;
    always(({ before, events: [next] }) => {
      if (next === undefined || !isEnd(before.at(-1)!)) return;
      ends += 1;
      expect(next.type).toBe(events.retried.name);
    });
    expect(ends).toBeGreaterThan(100);
  });

  it('a run has one end', () => {
    let runs = 0;
    always(({ state, before, events: told }) => {
      const all = [...before, ...told];
      const run = all.slice(all.findLastIndex(({ type }) => type === events.retried.name) + 1);
      expect(run.filter(isEnd).length).toBeLessThanOrEqual(1);
      if (state.status !== 'none') runs = Math.max(runs, state.run);
    });
    expect(runs).toBeGreaterThan(3);
  });

  it('a worker is refused that never took it or let it go, or when another has it or it is over', () => {
    let late = 0;
    always(({ does, before, fence, decision }) => {
      const since = before.slice(Number(fence));
      const isHolder =
        fence === fencesIn(before).at(-1) && !since.some((event) => isEnd(event) || letsGo(event));
      if (!(does in said)) return;
      if (!isHolder) late += 1;
      expect(isRefusal(decision)).toBe(!isHolder);
    });
    expect(late).toBeGreaterThan(100);
  });

  it('a cancel is heeded before its end, and who takes it over then takes it to be ended', () => {
    let takenOver = 0;
    always(({ does, state, decision, events: [next] }) => {
      if (does === 'cancel' && !isJobOver(state)) expect(isRefusal(decision)).toBe(false);
      if (does !== 'take over' || state.status !== 'running' || !state.cancelAsked) return;
      if (next === undefined) return;
      takenOver += 1;
      expect(next.type).toBe(events.started.name);
    });
    expect(takenOver).toBeGreaterThan(100);
  });
});
