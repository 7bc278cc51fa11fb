import type { DomainEvent } from '@cairn/contracts';
import { derivedId } from '../clock/ids.js';
import { pause } from '../clock/pause.js';
import { type Clock, timestamp } from '../clock/port.js';
import {
  type Actor,
  type Append,
  type AppendOutcome,
  type EventLog,
  type EventToAppend,
  NO_STREAM,
  OutcomeUnknown,
  type Position,
  type RecordedEvent,
  type StreamName,
  type StreamTip,
} from '../eventlog/port.js';
import type { Vault } from '../vault/port.js';
import type { Aggregate, Decision } from './aggregate.js';
import { type Folded, traceOf } from './folded.js';
import { sealPersonal } from './personal.js';
import { isRefusal, type Refusal, refuse } from './refusal.js';
import { type Streams, streamOf } from './streams.js';

/** What is known of the command under which events are appended. */
export interface CommandFacts {
  /** Recognises the command when it comes again (law 3). */
  readonly id: string;
  readonly name: string;
  /** Digest of the request; another request under the same id is refused. */
  readonly request: string;
  readonly actor: Actor;
  readonly organization?: string;
  readonly correlation: string;
  readonly causation?: string;
  /** Milliseconds since 1970; conflicts and unknown outcomes are tried again until then. */
  readonly deadline: number;
}

/** The command's events are in the stream. */
export interface Done {
  readonly status: 'done';
  readonly stream: StreamName;
  /** Of the stream after the command; `undefined` when the stream has no event. */
  readonly revision: bigint | undefined;
  readonly position: Position;
  /** True when the command was here before and nothing was appended now. */
  readonly replayed: boolean;
  /** How many events were appended now. */
  readonly appended: number;
}

export type Executed = Done | Refusal;

/** A decision with the context it needs from elsewhere; `given` is asked again whenever the decision is made again. */
export interface Intent<State, Context = undefined, Event extends DomainEvent = DomainEvent> {
  readonly given?: () => Promise<Context | Refusal>;
  /** `revision` is that of the stream as it is; `undefined` when it has no event. */
  readonly decide: (state: State, context: Context, revision: bigint | undefined) => Decision<Event>;
}

export interface CommandHandlerOptions {
  readonly log: EventLog;
  readonly streams: Streams;
  readonly vault: Vault;
  readonly clock: Clock;
}

/**
 * Takes a command to its stream: look it up, decide, append (laws 3 and 4). Commands on one stream queue in order; a
 * conflict with another replica is decided again; after an unknown outcome the identical append is sent again.
 */
export class CommandHandler {
  readonly #queues = new Map<StreamName, Promise<unknown>>();

  constructor(private readonly options: CommandHandlerOptions) {}

  /** A command comes to a stream once: the second decision of the same command on the same stream is taken for a retry. */
  execute<State, Context = undefined>(
    aggregate: Aggregate<State>,
    id: string,
    command: CommandFacts,
    intent: Intent<State, Context>,
  ): Promise<Executed> {
    const stream = streamOf(aggregate, id);
    return this.#queued(stream, () => this.#untilAppended(aggregate, id, command, intent));
  }

  async #untilAppended<State, Context>(
    aggregate: Aggregate<State>,
    id: string,
    command: CommandFacts,
    intent: Intent<State, Context>,
  ): Promise<Executed> {
    for (let attempt = 0; ; attempt += 1) {
      const folded = await this.options.streams.current(aggregate, id);
      const earlier = this.#earlier(streamOf(aggregate, id), folded, command);
      if (earlier !== undefined) return earlier;
      const decision = await decideOn(intent, folded);
      if (isRefusal(decision)) return decision;
      const done = await this.#append(aggregate, id, folded, command, decision);
      if (done !== undefined) return done;
      if (this.options.clock.now() > command.deadline)
        return refuse('conflict', 'The resource is being changed by others; try again.');
      await pause(Math.random() * Math.min(10 * 2 ** attempt, 200));
    }
  }

  #earlier<State>(stream: StreamName, folded: Folded<State>, command: CommandFacts): Executed | undefined {
    const trace = traceOf(folded, command.id);
    if (trace === undefined) return undefined;
    if (trace.request !== command.request)
      return refuse('idempotency_mismatch', 'This key was used with another request.');
    return {
      status: 'done',
      stream,
      revision: trace.revision,
      position: trace.position,
      replayed: true,
      appended: 0,
    };
  }

  /** `undefined`: the stream has moved, decide again. */
  async #append<State>(
    aggregate: Aggregate<State>,
    id: string,
    folded: Folded<State>,
    command: CommandFacts,
    decided: readonly DomainEvent[],
  ): Promise<Done | undefined> {
    const stream = streamOf(aggregate, id);
    const expected = folded.tip;
    if (decided.length === 0)
      return {
        status: 'done',
        stream,
        revision: expected?.revision,
        position: folded.position,
        replayed: false,
        appended: 0,
      };
    const append = await this.#appendOf(aggregate, stream, folded, command, decided);
    const outcome = await this.#appended(append, command.deadline);
    if (outcome.status === 'conflict') return undefined;
    const position = outcome.position ?? (await this.#positionOf(stream, expected));
    const recorded = recordedAs(append, outcome.tip, position);
    await this.options.streams.advance(aggregate, stream, folded, recorded);
    return {
      status: 'done',
      stream,
      revision: outcome.tip.revision,
      position,
      replayed: false,
      appended: recorded.length,
    };
  }

  async #appendOf<State>(
    aggregate: Aggregate<State>,
    stream: StreamName,
    folded: Folded<State>,
    command: CommandFacts,
    decided: readonly DomainEvent[],
  ): Promise<Append> {
    const registry = this.options.streams.registryOf(aggregate);
    const metadata = metadataOf(command, timestamp(Math.max(this.options.clock.now(), folded.at)));
    const events: EventToAppend[] = [];
    for (const [ordinal, event] of decided.entries()) {
      const definition = registry.definition(event.type);
      const data = await sealPersonal(event, definition, this.options.vault);
      events.push({
        id: derivedId(command.id, stream, ordinal),
        type: definition.storedType,
        data,
        metadata,
      });
    }
    return { stream, expected: folded.tip ?? NO_STREAM, events };
  }

  /** The identical append until its outcome is known or the deadline is over. */
  async #appended(append: Append, deadline: number): Promise<AppendOutcome> {
    for (;;) {
      try {
        return await this.options.log.append(append);
      } catch (error) {
        if (!(error instanceof OutcomeUnknown) || this.options.clock.now() > deadline) throw error;
        await pause(20);
      }
    }
  }

  async #positionOf(stream: StreamName, expected: StreamTip | undefined): Promise<Position> {
    const events = await this.options.log.read(stream, expected === undefined ? {} : { after: expected });
    const last = events.at(-1);
    if (last === undefined) throw new Error(`${stream} has none of the events it answered for`);
    return last.position;
  }

  async #queued<Result>(stream: StreamName, run: () => Promise<Result>): Promise<Result> {
    const before = this.#queues.get(stream);
    const mine = before === undefined ? run() : before.then(run, run);
    this.#queues.set(stream, mine);
    try {
      return await mine;
    } finally {
      if (this.#queues.get(stream) === mine) this.#queues.delete(stream);
    }
  }
}

const decideOn = async <State, Context>(
  intent: Intent<State, Context>,
  folded: Folded<State>,
): Promise<Decision> => {
  const context = (await intent.given?.()) as Context | Refusal;
  return isRefusal(context) ? context : intent.decide(folded.state, context, folded.tip?.revision);
};

/** Metadata of the events of a command. */
export const metadataOf = (command: CommandFacts, at: string): RecordedEvent['metadata'] => ({
  command: command.id,
  commandName: command.name,
  request: command.request,
  actor: command.actor,
  ...(command.organization === undefined ? {} : { organization: command.organization }),
  correlation: command.correlation,
  ...(command.causation === undefined ? {} : { causation: command.causation }),
  at,
});

/** What an append became in the log; only the last event's hash is known here, and only it is needed. */
const recordedAs = (append: Append, tip: StreamTip, position: Position): RecordedEvent[] =>
  append.events.map((event, index) => ({
    ...event,
    stream: append.stream,
    revision: tip.revision - BigInt(append.events.length - 1 - index),
    position,
    hash: tip.hash,
  }));
