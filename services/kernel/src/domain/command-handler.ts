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
import type { Aggregate, Decision } from './aggregate.js';
import { type Folded, traceOf } from './folded.js';
import { sealPersonal } from './personal.js';
import { metadataOf, recordedAs } from './recorded.js';
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

/** A decision on one stream, where several follow each other. */
export interface Step {
  readonly stream: StreamName;
  readonly prepare: (by: Prepare) => Promise<Prepared>;
}

type Prepare = <State, Context>(
  aggregate: Aggregate<State>,
  id: string,
  intent: Intent<State, Context>,
) => Promise<Prepared>;

/** What a decision comes to: nothing to append, or an append and what is known once it is in the log. */
type Prepared = Executed | Pending;
interface Pending {
  readonly status: 'pending';
  readonly append: Append;
  readonly finish: (outcome: Appended) => Promise<Done>;
}
type Appended = Extract<AppendOutcome, { readonly status: 'appended' }>;

/** Declares a step of `executeInOrder`. */
export const step = <State, Context = undefined>(
  aggregate: Aggregate<State>,
  id: string,
  intent: Intent<State, Context>,
): Step => ({ stream: streamOf(aggregate, id), prepare: (by) => by(aggregate, id, intent) });

/**
 * Takes a command to its stream: look it up, decide, append (laws 3 and 4). Commands on one stream queue in order; a
 * conflict with another replica is decided again; after an unknown outcome the identical append is sent again.
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
      const done = await this.#append(prepared, command.deadline);
      if (done !== undefined) return done;
      if (this.options.clock.now() > command.deadline)
        return refuse('conflict', 'The resource is being changed by others; try again.');
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
    const earlier = this.#earlier(stream, folded, command);
    if (earlier !== undefined) return earlier;
    const decision = await decideOn(intent, folded);
    if (isRefusal(decision)) return decision;
    if (decision.length === 0) return unchanged(stream, folded);
    const append = await this.#appendOf(aggregate, stream, folded, command, decision);
    const finish = (outcome: Appended): Promise<Done> => this.#finished(aggregate, folded, append, outcome);
    return { status: 'pending', append, finish };
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
    const position = outcome.position ?? (await this.#positionOf(stream, folded.tip));
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

/** What is answered without an append: the last was here before, or one refuses. */
const answerWithout = (prepared: readonly Prepared[]): Executed | undefined => {
  const last = prepared.at(-1);
  if (last !== undefined && 'replayed' in last && last.replayed) return last;
  return prepared.find((each) => isRefusal(each));
};

const isPending = (prepared: Prepared): prepared is Pending =>
  'status' in prepared && prepared.status === 'pending';

const unchanged = (stream: StreamName, { tip, position }: Folded<unknown>): Done => ({
  status: 'done',
  stream,
  revision: tip?.revision,
  position,
  replayed: false,
  appended: 0,
});

const decideOn = async <State, Context>(
  intent: Intent<State, Context>,
  folded: Folded<State>,
): Promise<Decision> => {
  const context = (await intent.given?.()) as Context | Refusal;
  return isRefusal(context) ? context : intent.decide(folded.state, context, folded.tip?.revision);
};
