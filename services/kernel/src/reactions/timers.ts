import type { DomainEvent, EventDefinition } from '@cairn/contracts';
import { derivedId } from '../clock/ids.js';
import { pause } from '../clock/pause.js';
import type { Json } from '../eventlog/port.js';
import type { Document } from '../documents/port.js';
import type { ServiceTools, Work } from '../runtime/service.js';
import type { ProjectedEvent, Projection } from './projection.js';

/** A command that a service owes itself at a time. */
export interface Timer {
  /** Of what it is about; setting it again moves it. */
  readonly id: string;
  /** RFC 3339. */
  readonly due: string;
  /** Name of the command. */
  readonly command: string;
  readonly input: Json;
}

/** Which events set and stop timers. Pure: deadlines are facts in events (architecture, *Policies and work*). */
export interface TimerRules {
  readonly events: readonly EventDefinition[];
  set(this: void, event: DomainEvent, facts: Omit<ProjectedEvent, 'event'>): readonly Timer[];
  /** Ids of timers that the event makes pointless. */
  stop(this: void, event: DomainEvent, facts: Omit<ProjectedEvent, 'event'>): readonly string[];
}

const collectionOf = (service: string): string => `${service}_timers`;

/** Timers are a projection: what is due survives a crash and is rebuilt like any read model. */
export const timerProjection = (service: string, rules: TimerRules): Projection => {
  const collection = collectionOf(service);
  return {
    name: `${service}.timers`,
    version: 1,
    collections: [{ name: collection, indexes: [{ kind: 'compound', fields: ['due'] }] }],
    events: rules.events,
    project: (event, facts) => [
      ...rules.stop(event, facts).map((id) => ({ kind: 'remove' as const, collection, id })),
      ...rules
        .set(event, facts)
        .map((timer) => ({ kind: 'put' as const, collection, document: { ...timer } })),
    ],
  };
};

const LOOK_EVERY_MS = 1000;

/**
 * Fires what is due. The command's id derives from the timer and its time, so that it is done once however often it is
 * fired; a rule stops the timer when it sees the event that the command made.
 */
export const timerWork = (service: string, tools: ServiceTools): Work => ({
  name: `${service}.timers`,
  alone: true,
  run: async (signal) => {
    const fired = new Set<string>();
    while (!signal.aborted) {
      const now = new Date(tools.clock.now()).toISOString();
      const due = await tools.documents.find(collectionOf(service), {
        filter: { fields: { due: { to: now } } },
        sort: 'due',
        limit: 100,
      });
      for (const timer of due) await fire(timerFrom(timer), fired, tools);
      await pause(LOOK_EVERY_MS, signal);
    }
  },
});

const fire = async (timer: Timer, fired: Set<string>, tools: ServiceTools): Promise<void> => {
  const id = derivedId('timer', timer.id, timer.due);
  if (fired.has(id)) return;
  const reply = await tools.execute({ name: timer.command, input: timer.input, id });
  if (reply.status === 'refused')
    tools.logger.info({ timer: timer.id, code: reply.code }, 'a timer came too late');
  fired.add(id);
};

const timerFrom = (document: Document): Timer => {
  const { id, due, command, input } = document;
  if (typeof due !== 'string' || typeof command !== 'string')
    throw new Error(`the timer ${id} says neither when nor what`);
  return { id, due, command, input: input ?? null };
};
