import { event, type EventOf, Internal, Personal } from '@cairn/contracts';
import { Type } from '@sinclair/typebox';
import { aggregate } from '../domain/aggregate.js';
import { projection } from '../projection/projection.js';

/** A small domain for the kernel's own specs: counters that are made, added to and named by a person. */
export const CounterMade = event({
  name: 'CounterMade',
  storedType: 'kernel.counter.made.v1',
  description: 'A counter was made.',
  schema: Type.Object({ owner: Type.String() }),
  example: { owner: 'o' },
});
export const CounterAdded = event({
  name: 'CounterAdded',
  storedType: 'kernel.counter.added.v1',
  description: 'Something was added to a counter.',
  schema: Type.Object({ by: Type.Number(), why: Type.Optional(Internal(Type.String())) }),
  example: { by: 1 },
});
export const CounterNamed = event({
  name: 'CounterNamed',
  storedType: 'kernel.counter.named.v1',
  description: 'A person gave a counter their name.',
  schema: Type.Object({ person: Type.String(), name: Personal() }),
  example: { person: 'p', name: 'Ada' },
  subject: 'person',
});

export const counterEvents = [CounterMade, CounterAdded, CounterNamed] as const;
export type CounterEvent = EventOf<(typeof counterEvents)[number]>;

export interface CounterState {
  readonly made: boolean;
  readonly sum: number;
}

export const counter = aggregate<CounterState, CounterEvent>({
  category: 'counter',
  events: counterEvents,
  stateVersion: 1,
  initial: { made: false, sum: 0 },
  evolve: (state, event) => {
    switch (event.type) {
      case 'CounterMade':
        return { ...state, made: true };
      case 'CounterAdded':
        return { ...state, sum: state.sum + event.data.by };
      case 'CounterNamed':
        return state;
    }
  },
});

/** The categories of a contract that publishes counters. */
export const COUNTERS: ReadonlySet<string> = new Set([counter.category]);

/** A document for each counter, and one that counts additions over all of them. */
export const counters = projection<CounterEvent>({
  name: 'kernel.counters',
  version: 1,
  collections: [{ name: 'counters', indexes: [{ kind: 'compound', fields: ['sum'] }] }],
  events: counterEvents,
  project: (event, { id, revision }) => {
    switch (event.type) {
      case 'CounterMade':
        return [
          {
            kind: 'put',
            collection: 'counters',
            document: { id, sum: 0, owner: event.data.owner, revision: revision.toString() },
          },
        ];
      case 'CounterAdded':
        if (event.data.by === 666) throw new Error('a poison event');
        return [
          { kind: 'increment', collection: 'counters', id, by: { sum: event.data.by } },
          { kind: 'patch', collection: 'counters', id, fields: { revision: revision.toString() } },
          {
            kind: 'increment',
            collection: 'counters',
            id: 'all',
            by: { sum: event.data.by },
            defaults: { owner: '' },
          },
        ];
      case 'CounterNamed':
        return [{ kind: 'patch', collection: 'counters', id, fields: { name: event.data.name } }];
    }
  },
});
