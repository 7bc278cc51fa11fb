import type { DomainEvent } from '@cairn/contracts';
import { derivedId } from '../clock/ids.js';
import { appendInOrder } from '../eventlog/append-in-order.js';
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
  type StreamName,
  type StreamTip,
} from '../eventlog/port.js';
import type { Vault } from '../vault/port.js';
import type { Admission, Aggregate, Decision } from './aggregate.js';
import { type Folded, traceOf } from './folded.js';
import { sealPersonal } from './personal.js';
import { metadataOf, recordedAs } from './recorded.js';
import { isRefusal, type Refusal, refuse } from './refusal.js';
import {
  answerWithout,
  type Appended,
  type Decided,
  isPending,
  type Prepare,
  type Prepared,
  type Step,
  step,
  unchanged,
} from './steps.js';
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
  /** W3C trace context of the command's span, where spans are collected. */
  readonly traceparent?: string;
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
  /** Everything is admitted when absent. */
  readonly admission?: Admission;
}

/**
 * Takes a command to its stream: look it up, decide, append (laws 3 and 4). Commands on one stream queue in order; a
 * conflict with another replica is looked up again before it is decided again, for the other may have done this command;
 * after an unknown outcome the identical append is sent again.
 */
export class CommandHandler {
  readonly #queues = new Map<StreamName, Promise<unknown>>();

  constructor(private readonly options: CommandHandlerOptions) {}

  /** A second decision of the same command on the same stream is taken for a retry. */
  execute<State, Context = undefined>(
    aggregate: Aggregate<State>,
    id: string,
    command: CommandFacts,
    intent: Intent<State, Context>,
  ): Promise<Executed> {
    return this.executeInOrder([step(aggregate, id, intent)], command);
  }

  /**
   * Decides on several streams and appends to them in this order: what is invisible by itself first, and last what makes
   * it visible (law 5). The command is looked up in the stream of its last append (law 3); an earlier one that has it
   * counts as appended. A refusal of one is the answer, and nothing is appended. Answers for the last.
   */
  executeInOrder(steps: readonly Step[], command: CommandFacts): Promise<Executed> {
    // In the same order whoever asks, so that two commands never wait for each other.
    const streams = steps.map(({ stream }) => stream).sort();
    return this.#inTurn(streams, () => this.#untilAppended(steps, command));
  }

  #inTurn<Result>([stream, ...others]: readonly StreamName[], run: () => Promise<Result>): Promise<Result> {
    return stream === undefined ? run() : this.#queued(stream, () => this.#inTurn(others, run));
  }

  async #untilAppended(steps: readonly Step[], command: CommandFacts): Promise<Executed> {
    const prepare: Prepare = (aggregate, id, intent) => this.#prepared(aggregate, id, command, intent);
    for (let attempt = 0; ; attempt += 1) {
      const prepared = await Promise.all(steps.map((each) => each.prepare(prepare)));
      const answer = answerWithout(prepared);
      if (answer !== undefined) return answer;
      if (attempt > 0 && this.options.clock.now() > command.deadline)
        return refuse('conflict', 'The resource is being changed by others; try again.');
      const done = await this.#append(prepared, command.deadline);
      if (done !== undefined) return done;
      await pause(Math.random() * Math.min(10 * 2 ** attempt, 200));
    }
  }

  async #prepared<State, Context>(
    aggregate: Aggregate<State>,
    id: string,
    command: CommandFacts,
    intent: Intent<State, Context>,
  ): Promise<Prepared> {
    const stream = streamOf(aggregate, id);
    const folded = await this.options.streams.current(aggregate, id);
    const before = this.#earlier(stream, folded, command);
    if (before !== undefined) return before;
    const context = (await intent.given?.()) as Context | Refusal;
    const decided = this.#decided(stream, folded, command, (state, revision) =>
      isRefusal(context) ? context : intent.decide(state, context, revision),
    );
    if (!('expected' in decided)) return decided;
    const { category } = aggregate;
    const refused = await this.options.admission?.({
      category,
      state: decided.state,
      events: decided.events,
    });
    if (refused !== undefined) return refused;
    const events = await this.#eventsOf(aggregate, stream, command, decided);
    const append: Append = { stream, expected: decided.expected, events };
    const finish = (outcome: Appended): Promise<Done> => this.#finished(aggregate, folded, append, outcome);
    return { status: 'pending', append, finish };
  }

  /** In one turn, with all that is taken of the fold: it is shared, and whoever asks for the stream reads it on. */
  #decided<State>(
    stream: StreamName,
    folded: Folded<State>,
    command: CommandFacts,
    decide: (state: State, revision: bigint | undefined) => Decision,
  ): Executed | Decided {
    const { state, tip, at } = folded;
    const earlier = this.#earlier(stream, folded, command);
    if (earlier !== undefined) return earlier;
    const events = decide(state, tip?.revision);
    if (isRefusal(events)) return events;
    return events.length === 0
      ? unchanged(stream, folded)
      : { expected: tip ?? NO_STREAM, at, state, events };
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

  /** The outcome for the last; `undefined`: a stream has moved, decide again. */
  async #append(prepared: readonly Prepared[], deadline: number): Promise<Executed | undefined> {
    const pending = prepared.filter(isPending);
    const outcomes = await this.#appended(
      pending.map(({ append }) => append),
      deadline,
    );
    let last = prepared.at(-1);
    for (const [index, { finish }] of pending.entries()) {
      const outcome = outcomes[index];
      if (outcome?.status !== 'appended') return undefined;
      const done = await finish(outcome);
      if (pending[index] === last) last = done;
    }
    return last === undefined || isPending(last) ? undefined : last;
  }

  async #finished<State>(
    aggregate: Aggregate<State>,
    folded: Folded<State>,
    append: Append,
    outcome: Appended,
  ): Promise<Done> {
    const { stream } = append;
    const position = outcome.position ?? (await this.#positionOf(append, outcome.tip));
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

  async #eventsOf<State>(
    aggregate: Aggregate<State>,
    stream: StreamName,
    command: CommandFacts,
    decided: Decided,
  ): Promise<readonly EventToAppend[]> {
    const registry = this.options.streams.registryOf(aggregate);
    const metadata = metadataOf(command, timestamp(Math.max(this.options.clock.now(), decided.at)));
    const events: EventToAppend[] = [];
    for (const [ordinal, event] of decided.events.entries()) {
      const definition = registry.definition(event.type);
      const data = await sealPersonal(event, definition, stream, this.options.vault);
      events.push({
        id: derivedId(command.id, stream, ordinal),
        type: definition.storedType,
        data,
        metadata,
      });
    }
    return events;
  }

  /** The identical appends until their outcome is known or the deadline is over. */
  async #appended(appends: readonly Append[], deadline: number): Promise<readonly AppendOutcome[]> {
    const [first, ...others] = appends;
    if (first === undefined) return [];
    for (;;) {
      try {
        return others.length === 0
          ? [await this.options.log.append(first)]
          : await appendInOrder(this.options.log, appends);
      } catch (error) {
        if (!(error instanceof OutcomeUnknown) || this.options.clock.now() > deadline) throw error;
        await pause(20);
      }
    }
  }

  async #positionOf({ stream, expected }: Append, { revision }: StreamTip): Promise<Position> {
    const after = expected === NO_STREAM ? {} : { after: expected };
    const events = await this.options.log.read(stream, { ...after, through: revision, withoutLarge: true });
    const last = events.at(-1);
    if (last?.revision !== revision) throw new Error(`${stream} has none of the events it answered for`);
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
