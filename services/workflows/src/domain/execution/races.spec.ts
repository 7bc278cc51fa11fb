/** R7: whatever people and workers do with an execution, in whatever order. */
import {
  type DomainEvent,
  executionEvents as events,
  type NodeFact,
  ownExecutionEvents,
} from '@cairn/contracts';
import { type Decision, isJobOver, isRefusal, notFound } from '@cairn/kernel';
import { stateAfter } from '@cairn/kernel/testkit';
import fc from 'fast-check';
import { idOf } from '../../testing/canvas.js';
import { countsOf, deleted, expired, recorded } from './recording.js';
import { execution, executions, isSettled, type KnownExecution } from './state.js';

type State = { readonly status: 'none' } | KnownExecution;

const { decide } = executions;
const DUE = '2026-03-02T10:15:00.000Z';
const requested = events.requested.of({ ...events.requested.example, deadline: DUE });
const NODES = ['a', 'b', 'c'].map(idOf);
const STATUSES = ['pending', 'running', 'completed', 'failed', 'skipped', 'cancelled'] as const;

interface Step {
  readonly does: string;
  /** Which worker, counted from the last that took the execution. */
  readonly back: number;
  readonly facts: readonly NodeFact[];
}

/** What a worker says that has, or had, this fence. */
const said: Record<string, (state: State, fence: string, step: Step) => Decision> = {
  record: (state, fence, { facts }) =>
    recorded(state, fence, { nodes: [...facts], counts: countsOf([], NODES.length), stored_bytes: 0 }),
  'let go': (state, fence) =>
    decide.progress(state, fence, {
      phase: 'nodes',
      done: 1,
      released: true,
      until: '2026-01-01T01:00:00.000Z',
    }),
  complete: (state, fence) => decide.complete(state, fence, {}),
  fail: (state, fence) => decide.fail(state, fence, events.failed.example),
  'end cancelled': (state, fence) => decide.endCancelled(state, fence, {}),
};

/** What anybody does. */
const done: Record<string, (state: KnownExecution, fence: string) => Decision> = {
  start: (state) => decide.start(state, 'w'),
  'take over': (state, after) => decide.start(state, 'w', { after }),
  cancel: (state) => decide.cancel(state),
  delete: (state) => deleted(state, false),
  erase: (state) => deleted(state, true),
  expire: (state) => expired(state, DUE),
  retry: (state) => (state.deleted ? notFound() : retried(state)),
};

/** What has not completed is done again. */
const retried = (state: KnownExecution): Decision => {
  const node_ids = NODES.filter((id) => state.nodes[id]?.status !== 'completed');
  const counts = { total: NODES.length, completed: NODES.length - node_ids.length, failed: 0, skipped: 0 };
  const { user_id, requester } = state;
  return decide.retry(state, { user_id, requester, node_ids, node_changes: [], counts, deadline: DUE });
};

const fact = fc.record({
  node_id: fc.constantFrom(...NODES),
  status: fc.constantFrom(...STATUSES),
  attempt: fc.nat(3),
});
const record = fc.constant('record');
const steps = fc.array(
  fc.record({
    does: fc.oneof(
      { weight: 3, arbitrary: record },
      fc.constantFrom(...Object.keys(said), ...Object.keys(done)),
    ),
    back: fc.constantFrom(0, 0, 0, 1, 2),
    facts: fc.uniqueArray(fact, { minLength: 1, maxLength: 3, selector: ({ node_id }) => node_id }),
  }),
  { minLength: 20, maxLength: 50, size: 'max' },
);

const ENDS: readonly string[] = [events.completed, events.failed, events.cancelled].map(({ name }) => name);
const RETRIED: string = events.retried.name;
const DELETED: string = ownExecutionEvents.ExecutionDeleted.name;
const isEnd = ({ type }: DomainEvent): boolean => ENDS.includes(type);
const letsGo = ({ data }: DomainEvent): boolean => Object.hasOwn(data as object, 'released');
const fencesIn = (history: readonly DomainEvent[]): readonly string[] =>
  history.flatMap(({ type }, revision) => (type === events.started.name ? [String(revision)] : []));
const known = (history: readonly DomainEvent[]): KnownExecution => {
  const state: State = stateAfter(execution, history);
  if (state.status === 'none') throw new Error('it was asked for');
  return state;
};

/** The execution before and after each step, and what was decided in it. */
const walk = function* (taken: readonly Step[]) {
  const history: DomainEvent[] = [requested];
  let state = known(history);
  for (const step of taken) {
    const fence = fencesIn(history).at(-1 - step.back) ?? 'none';
    const decision = said[step.does]?.(state, fence, step) ?? done[step.does]!(state, fence);
    const told = isRefusal(decision) ? [] : decision;
    const before = [...history];
    history.push(...told);
    const after = told.length === 0 ? state : known(history);
    yield { ...step, fence, state, before, told, isRefused: isRefusal(decision), after };
    state = after;
  }
};
type Walked = ReturnType<typeof walk> extends Generator<infer One> ? One : never;

const always = (holds: (step: Walked) => void): void =>
  fc.assert(
    fc.property(steps, (taken) => {
      for (const step of walk(taken)) holds(step);
    }),
    { seed: 55, numRuns: 200 },
  );

describe('an execution, whatever is done with it', () => {
  it('has one end in each run, and nothing follows it but a retry, or its deletion, once', () => {
    let [ends, deletions, runs] = [0, 0, 0];
    always(({ before, told }) => {
      const all = [...before, ...told].map(({ type }) => type);
      const end = all.findLastIndex((type) => ENDS.includes(type));
      const run = all.slice(all.lastIndexOf(RETRIED) + 1);
      expect(run.filter((type) => ENDS.includes(type)).length).toBeLessThanOrEqual(1);
      runs += all.includes(RETRIED) ? 1 : 0;
      const after = all.slice(end + 1);
      if (end === -1 || after.includes(RETRIED)) {
        expect(end === -1 || after[0] === RETRIED).toBe(true);
        return;
      }
      ends += 1;
      deletions += after.length;
      expect(after).toEqual(after.length === 0 ? [] : [DELETED]);
    });
    expect(Math.min(ends, deletions, runs)).toBeGreaterThan(100);
  });

  it('is not changed by a worker that never had it or let it go, or when another has it or it is over', () => {
    let late = 0;
    always(({ does, before, fence, isRefused, told }) => {
      if (!(does in said)) return;
      const since = before.slice(Number(fence));
      const isHolder =
        fence === fencesIn(before).at(-1) && !since.some((event) => isEnd(event) || letsGo(event));
      if (isHolder) return;
      late += 1;
      expect([isRefused, told]).toEqual([true, []]);
    });
    expect(late).toBeGreaterThan(100);
  });

  it('keeps what became of a node once that is settled', () => {
    let again = 0;
    always(({ does, facts, state, after, isRefused }) => {
      for (const [id, before] of Object.entries(state.nodes)) {
        if (!isSettled(before) || (does === 'retry' && before.status !== 'completed')) continue;
        if (does === 'record' && !isRefused && facts.some(({ node_id }) => node_id === id)) again += 1;
        expect(after.nodes[id]).toEqual(before);
      }
    });
    expect(again).toBeGreaterThan(100);
  });

  it('has counts that its facts have, and what is settled grows', () => {
    let recordings = 0;
    always(({ does, told, state, after }) => {
      if (told.some(({ type }) => type === ownExecutionEvents.ExecutionNodesRecorded.name)) recordings += 1;
      expect(after.counts).toEqual(countsOf(Object.values(after.nodes), after.counts.total));
      const settled = ({ counts: { completed, failed, skipped } }: KnownExecution) =>
        completed + failed + skipped;
      if (does !== 'retry') expect(settled(after)).toBeGreaterThanOrEqual(settled(state));
    });
    expect(recordings).toBeGreaterThan(100);
  });

  it('is deleted by its executor when it is over, by Cairn at any time; what was asked twice is done once', () => {
    let [early, erased] = [0, 0];
    always(({ does, state, isRefused, after }) => {
      if (does === 'delete') expect(isRefused).toBe(!isJobOver(state));
      if (does === 'delete' && isRefused) early += 1;
      if (does !== 'erase') return;
      if (!isJobOver(state)) erased += 1;
      expect([isRefused, after.deleted, isJobOver(after)]).toEqual([false, true, true]);
    });
    expect(Math.min(early, erased)).toBeGreaterThan(50);
  });
});
