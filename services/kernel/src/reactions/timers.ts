import { derivedId } from '../clock/ids.js';
import { pause } from '../clock/pause.js';
import type { Document } from '../documents/port.js';
import type { Json } from '../base/json-value.js';
import { pagesOf } from '../paging/paging.js';
import { causedBy } from '../context/cause.js';
import type { CommandReply } from '../messages/command-message.js';
import type { OwnCall, ServiceTools } from '../context/service-tools.js';
import type { Work } from '../context/work.js';
import type { Projection } from '../projection/projection.js';
import type { Timer, TimerRules } from '../projection/timer-rules.js';

export type { Timer, TimerRules };

const collectionOf = (service: string): string => `${service}_timers`;
const namesOf = (service: string) => ({ name: `${service}.timers`, collection: collectionOf(service) });

/** Timers are a projection: what is due survives a crash and is rebuilt like any read model. */
export const timerProjection = (service: string, rules: TimerRules): Projection => {
  const { name, collection } = namesOf(service);
  return {
    name,
    version: rules.version,
    collections: [{ name: collection, indexes: [{ kind: 'compound', fields: ['due'] }] }],
    events: rules.events,
    project: (event, facts) => [
      ...rules.stop(event, facts).map((id) => ({ kind: 'remove' as const, collection, id })),
      ...rules.set(event, facts).map((timer) => ({
        kind: 'put' as const,
        collection,
        document: { ...timer, ...causedBy(facts) },
      })),
    ],
  };
};

/** What timers are fired with. */
export interface TimerTools extends Pick<ServiceTools, 'clock' | 'documents' | 'logger' | 'removeDocuments'> {
  /** Sends a command of which a document holds the name and the input. */
  send(this: void, name: string, input: Json, call: OwnCall): Promise<CommandReply>;
}

const LOOK_EVERY_MS = 1000;
const AT_ONCE = 200;
/** So many are fired beside each other: the appends of many go to the disk together. */
const LANES = 32;
/** A timer that could not be fired waits so long before it is fired again, then twice as long, up to the second. */
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 10 * 60_000;

/**
 * Fires what is due, and takes it away. The command's id derives from the timer and its time, so that it is done once
 * however often it is fired: after a crash, or when the timers were made anew. One that fails keeps no other waiting.
 */
export const timerWork = (service: string, tools: TimerTools): Work => ({
  name: `${service}.timers`,
  alone: true,
  run: async (signal) => {
    let tried: Tried = new Map();
    while (!signal.aborted) {
      tried = await new Look(service, tools, tried).fire(signal);
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

/** One look at what is due. Knows what became of those that are still due: of others nothing has to be known. */
class Look {
  readonly #tried = new Map<string, Outcome>();
  /** Those that are fired and not taken away yet, by id. */
  #fired = new Map<string, Document>();

  constructor(
    private readonly service: string,
    private readonly tools: TimerTools,
    private readonly before: Tried,
  ) {}

  async fire(signal: AbortSignal): Promise<Tried> {
    const due = this.#due();
    const lane = async (): Promise<void> => {
      for await (const document of due) {
        if (signal.aborted) return;
        await this.#take(document);
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    await this.#takeAway();
    return this.#tried;
  }

  async *#due(): AsyncGenerator<Document, void, void> {
    const { documents, clock } = this.tools;
    const filter = { fields: { due: { to: new Date(clock.now()).toISOString() } } };
    for await (const page of pagesOf(documents, collectionOf(this.service), filter, AT_ONCE, 'due')) {
      yield* page;
      if (this.#fired.size >= AT_ONCE) await this.#takeAway();
    }
  }

  async #take(document: Document): Promise<void> {
    const id = commandId(document);
    const outcome = await firedOnce(document, id, this.tools, this.before.get(id));
    if (outcome !== undefined) this.#tried.set(id, outcome);
    if (outcome === 'fired') this.#fired.set(document.id, document);
  }

  /** But for those that were set anew meanwhile. Those that cannot be taken away now are known as fired. */
  async #takeAway(): Promise<void> {
    const [some, ids] = [this.#fired, [...this.#fired.keys()]];
    if (ids.length === 0) return;
    this.#fired = new Map();
    const { name, collection } = namesOf(this.service);
    const isStill = ({ id, due }: Document): boolean => some.get(id)?.['due'] === due;
    await this.tools.removeDocuments(name, collection, ids, isStill).catch((error: unknown) => {
      this.tools.logger.error({ err: error }, 'timers that were fired cannot be taken away now');
    });
  }
}

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
    const { command: name, input, causation, correlation } = timer;
    const reply = await tools.send(name, input, { id, causation, correlation });
    if (isRefusedForNow(reply)) return undefined;
    if (reply.status === 'refused')
      tools.logger.info({ timer: timer.id, code: reply.code }, 'a timer came too late');
    return 'fired';
  } catch (error) {
    tools.logger.error({ err: error, timer: document.id, failures }, 'a timer could not be fired');
    const waitMs = Math.min(FIRST_RETRY_MS * 2 ** failures, LONGEST_RETRY_MS);
    return { failures: failures + 1, at: tools.clock.now() + waitMs };
  }
};

const isRefusedForNow = (reply: CommandReply): boolean =>
  reply.status === 'refused' && (reply.code === 'conflict' || reply.retryAfterSeconds !== undefined);

const timerFrom = (document: Document): Timer & ReturnType<typeof causedBy> => {
  const { id, due, command, input, causation, correlation } = document;
  if (typeof due !== 'string' || typeof command !== 'string')
    throw new Error(`the timer ${id} says neither when nor what`);
  if (typeof causation !== 'string' || typeof correlation !== 'string')
    throw new Error(`the timer ${id} does not say what it follows from`);
  return { id, due, command, input: input ?? null, causation, correlation };
};
