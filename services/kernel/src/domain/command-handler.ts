import type { DomainEvent } from '@cairn/contracts';
import { derivedId } from '../clock/ids.js';
import { appendInOrder } from '../eventlog/append-in-order.js';
import { pause } from '../clock/pause.js';
import { type Clock, timestamp } from '../clock/port.js';
import type { Position, StreamName } from '../base/position.js';
import { OutcomeUnknown } from '../errors/cairn-error.js';
import {
  type Append,
  type AppendOutcome,
  type EventLog,
  type EventToAppend,
  NO_STREAM,
  type StreamTip,
} from '../eventlog/port.js';
import type { Vault } from '../vault/port.js';
import type { Admission, Admitted, Aggregate, OrganizationOf } from './aggregate.js';
import { type CommandFacts, type Done, type Executed, type Intent, READ_ON } from './executed.js';
import { type Folded, traceOf } from './folded.js';
import { sealPersonal } from './personal.js';
import { metadataInOrder, recordedAs } from './recorded.js';
import { type Refusal, refuse } from '../base/refusal.js';
import {
  answerWithout,
  type Appended,
  type Decided,
  decidedOn,
  inTime,
  isPending,
  type Pending,
  type Prepare,
  type Prepared,
  type Step,
  step,
} from './steps.js';
import { type Streams, streamOf } from './streams.js';

export { type CommandFacts, type Done, type Executed, type Intent, READ_ON };

export interface CommandHandlerOptions {
  readonly log: EventLog;
  readonly streams: Streams;
  readonly vault: Vault;
  readonly clock: Clock;
  /** Everything is admitted when absent. */
  readonly admission?: Admission;
  /** Events are of their caller's organization when absent. */
  readonly organizationOf?: OrganizationOf;
}

/**
 * Takes a command to its stream: look it up, decide, append (law 3 and law 4). Commands on one stream queue in order; a
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
      const late = this.#late(command, attempt);
      if (late !== undefined) return late;
      const done = await this.#append(prepared, command.deadline);
      if (done !== undefined) return done;
      await pause(jitter(attempt));
    }
  }

  /** The first attempt is made however late it is. */
  #late({ deadline }: CommandFacts, attempt: number): Refusal | undefined {
    return attempt > 0 && this.options.clock.now() > deadline
      ? refuse('conflict', 'The resource is being changed by others; try again.')
      : undefined;
  }

  async #prepared<State, Context>(
    aggregate: Aggregate<State>,
    id: string,
    command: CommandFacts,
    intent: Intent<State, Context>,
  ): Promise<Prepared> {
    const stream = streamOf(aggregate, id);
    const decided = await this.#decided(aggregate, id, command, intent);
    if (!('expected' in decided)) return decided;
    const { category } = aggregate;
    const admitted = { category, state: decided.state, events: decided.events };
    const [refused, organization = intent.organization] = await Promise.all([
      this.#refused(admitted, intent),
      this.options.organizationOf?.(admitted),
    ]);
    if (refused !== undefined) return refused;
    const at = timestamp(Math.max(this.options.clock.now(), decided.at));
    const metadata = metadataInOrder(command, organization, at);
    const events = await this.#eventsOf(aggregate, stream, command.id, decided.events, metadata);
    const append: Append = { stream, expected: decided.expected, events };
    const finish: Pending['finish'] = (outcome, sent) =>
      this.#finished(aggregate, decided.folded, sent, outcome);
    return { status: 'pending', append, finish };
  }

  async #refused(
    admitted: Admitted,
    { admission }: Pick<Intent<never>, 'admission'>,
  ): Promise<Refusal | undefined> {
    return (await this.options.admission?.(admitted)) ?? admission?.(admitted);
  }

  /** On the state that the context was asked for, else it is asked for again. */
  async #decided<State, Context>(
    aggregate: Aggregate<State>,
    id: string,
    command: CommandFacts,
    intent: Intent<State, Context>,
  ): Promise<Executed | Decided<State>> {
    const stream = streamOf(aggregate, id);
    for (let attempt = 0; ; attempt += 1) {
      const folded = await this.options.streams.current(aggregate, id);
      const known = this.#earlier(stream, folded, command) ?? this.#late(command, attempt);
      const decided = known ?? (await decidedOn(stream, folded, intent));
      if (decided !== undefined) return decided;
      await pause(jitter(attempt));
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

  /** The outcome for the last; `undefined`: a stream has moved, decide again. */
  async #append(prepared: readonly Prepared[], deadline: number): Promise<Executed | undefined> {
    const pending = prepared.filter(isPending);
    const appends = inTime(pending.map(({ append }) => append));
    const outcomes = await this.#appended(appends, deadline);
    let last = prepared.at(-1);
    for (const [index, { finish }] of pending.entries()) {
      const outcome = outcomes[index];
      if (outcome?.status !== 'appended') return undefined;
      const done = await finish(outcome, appends[index]!);
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
    const organization = append.events.at(-1)?.metadata.organization;
    return {
      status: 'done',
      stream,
      revision: outcome.tip.revision,
      position,
      replayed: false,
      appended: recorded.length,
      ...(organization === undefined ? {} : { organization }),
    };
  }

  async #eventsOf<State>(
    aggregate: Aggregate<State>,
    stream: StreamName,
    commandId: string,
    decided: readonly DomainEvent[],
    metadata: (ordinal: number) => EventToAppend['metadata'],
  ): Promise<readonly EventToAppend[]> {
    const registry = this.options.streams.registryOf(aggregate);
    const events: EventToAppend[] = [];
    for (const [ordinal, event] of decided.entries()) {
      const definition = registry.definition(event.type);
      const data = await sealPersonal(event, definition, stream, this.options.vault);
      events.push({
        id: derivedId(commandId, stream, ordinal),
        type: definition.storedType,
        data,
        metadata: metadata(ordinal),
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

/** Milliseconds until the next attempt: longer each time, and not the same for two who met. */
const jitter = (attempt: number): number => Math.random() * Math.min(10 * 2 ** attempt, 200);
