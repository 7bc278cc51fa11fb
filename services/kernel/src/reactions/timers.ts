import type { DomainEvent, EventDefinition } from '@cairn/contracts';
import { derivedId } from '../clock/ids.js';
import { pause } from '../clock/pause.js';
import type { Json } from '../eventlog/port.js';
import type { Document } from '../documents/port.js';
import { pagesOf } from '../reading/paging.js';
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

/** What timers are fired with. */
export type TimerTools = Pick<ServiceTools, 'clock' | 'documents' | 'execute' | 'logger'>;

const LOOK_EVERY_MS = 1000;
const AT_ONCE = 100;
/** A timer that could not be fired waits so long before it is fired again, then twice as long, up to the second. */
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 10 * 60_000;

/**
 * Fires what is due. The command's id derives from the timer and its time, so that it is done once however often it is
 * fired; a rule stops the timer when it sees the event that the command made. One that fails keeps no other waiting.
 */
export const timerWork = (service: string, tools: TimerTools): Work => ({
  name: `${service}.timers`,
  alone: true,
  run: async (signal) => {
    let tried: Tried = new Map();
    while (!signal.aborted) {
      tried = await fireDue(service, tools, tried, signal);
      await pause(LOOK_EVERY_MS, signal);
    }
  },
});

/** The same however often the timer is fired. */
const commandId = ({ id, due }: Document): string =>
  derivedId('timer', id, typeof due === 'string' ? due : '');

/** What became of a timer that is still due: it was fired, or failed so often and may be fired again at this time. */
type Outcome = 'fired' | { readonly failures: number; readonly at: number };
/** By the id of the timer's command. */
type Tried = ReadonlyMap<string, Outcome>;

/** Answers what became of those that are still due: of others nothing has to be known. */
const fireDue = async (
  service: string,
  tools: TimerTools,
  before: Tried,
  signal: AbortSignal,
): Promise<Tried> => {
  const tried = new Map<string, Outcome>();
  const filter = { fields: { due: { to: new Date(tools.clock.now()).toISOString() } } };
  for await (const page of pagesOf(tools.documents, collectionOf(service), filter, AT_ONCE, 'due'))
    for (const document of page) {
      if (signal.aborted) return tried;
      const id = commandId(document);
      const outcome = await firedOnce(document, id, tools, before.get(id));
      if (outcome !== undefined) tried.set(id, outcome);
    }
  return tried;
};

const firedOnce = async (
  document: Document,
  id: string,
  tools: TimerTools,
  known: Outcome | undefined,
): Promise<Outcome | undefined> => {
  if (known === 'fired') return known;
  if (known === undefined) return fired(document, id, tools, 0);
  return known.at > tools.clock.now() ? known : fired(document, id, tools, known.failures);
};

/** `undefined`: others changed what it is about, it is fired again at the next look. */
const fired = async (
  document: Document,
  id: string,
  tools: TimerTools,
  failures: number,
): Promise<Outcome | undefined> => {
  try {
    const timer = timerFrom(document);
    const reply = await tools.execute({ name: timer.command, input: timer.input, id });
    if (reply.status === 'refused' && reply.code === 'conflict') return undefined;
    if (reply.status === 'refused')
      tools.logger.info({ timer: timer.id, code: reply.code }, 'a timer came too late');
    return 'fired';
  } catch (error) {
    tools.logger.error({ err: error, timer: document.id, failures }, 'a timer could not be fired');
    const waitMs = Math.min(FIRST_RETRY_MS * 2 ** failures, LONGEST_RETRY_MS);
    return { failures: failures + 1, at: tools.clock.now() + waitMs };
  }
};

const timerFrom = (document: Document): Timer => {
  const { id, due, command, input } = document;
  if (typeof due !== 'string' || typeof command !== 'string')
    throw new Error(`the timer ${id} says neither when nor what`);
  return { id, due, command, input: input ?? null };
};
