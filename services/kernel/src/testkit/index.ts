import type { DomainEvent } from '@cairn/contracts';
import type { Aggregate, Decision, EventFacts } from '../domain/aggregate.js';
import { isRefusal } from '../base/refusal.js';

const FACTS: EventFacts = {
  at: '2026-01-01T00:00:00.000Z',
  actor: { kind: 'user', id: 'someone' },
  revision: 0n,
  eventId: 'event',
  correlation: 'request',
};

/** The state after some events. */
export const stateAfter = <State>(
  aggregate: Aggregate<State>,
  events: readonly DomainEvent[],
  facts: Partial<EventFacts> = {},
): State =>
  events.reduce<State>(
    (state, event, index) => aggregate.evolve(state, event, { ...FACTS, ...facts, revision: BigInt(index) }),
    aggregate.initial,
  );

/** Given these events, when this is decided, then those events or that refusal. */
export const given = <State>(aggregate: Aggregate<State>, events: readonly DomainEvent[]) => ({
  when: (decide: (state: State) => Decision) => {
    const decision = decide(stateAfter(aggregate, events));
    return {
      then: (...expected: readonly DomainEvent[]): void => expect(decision).toEqual(expected),
      thenNothing: (): void => expect(decision).toEqual([]),
      /** `places`: the pointers of its `errors`, when they matter. */
      thenRefused: (code: string, places?: readonly string[]): void => {
        if (!isRefusal(decision))
          throw new Error(`expected the refusal ${code}, got ${JSON.stringify(decision)}`);
        expect(decision.refused).toBe(code);
        if (places !== undefined) expect(decision.errors?.map(({ pointer }) => pointer)).toEqual(places);
      },
    };
  },
});

export * from '../collecting/testing/collecting-blobs.js';
export * from '../records/conformance.js';
export * from '../records/testing/library.js';
export * from './append-event.js';
export * from './conformance.js';
export * from './crashing-log.js';
export { CrashingTools, type When } from './crashing-tools.js';
export * from './cpu-time.js';
export * from './embedded.js';
export { pagesBy } from './found-pages.js';
export * from './everybody.js';
export * from './faulty-log.js';
export * from './feeding.js';
export * from './held-during.js';
export * from './json-texts.js';
export * from './named.js';
export * from './open-files.js';
export * from './passing-clock.js';
export * from './service-under-test.js';
export * from './shared-keys.js';
export * from './started-workers.js';
export * from './until.js';
export * from './uploads.js';
