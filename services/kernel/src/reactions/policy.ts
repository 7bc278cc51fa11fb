import type { EventDefinition } from '@cairn/contracts';
import { CairnError, isTransient } from '../errors/cairn-error.js';
import { errorKind } from '../error-reports/error-kind.js';
import type { ErrorReports } from '../error-reports/port.js';
import type { Logger } from '../logging/port.js';
import { pause } from '../clock/pause.js';
import { eventRegistry } from '../domain/registry.js';
import type { StreamName } from '../base/position.js';
import {
  type DamagedRecord,
  type EventLog,
  LogUnavailable,
  RecordDamaged,
  type RecordedEvent,
} from '../eventlog/port.js';
import { partsOf } from '../eventlog/parts.js';
import type { Registers } from '../registers/port.js';
import { traced } from '../tracing/index.js';
import type { Vault } from '../vault/port.js';
import { HeldStreams } from './held-streams.js';
import { PolicyPosition } from './policy-position.js';
import { type ProjectedEvent, projected } from '../projection/projection.js';
import { lagBehind } from './waiting.js';

/**
 * Turns an event into a command or an effect. It may see an event twice (a crash between the effect and the checkpoint),
 * so what it does is idempotent by the event's id. It has a checkpoint of its own: replaying projections sends nothing.
 */
export interface Policy {
  /** `<service>.<what it does>`. */
  readonly name: string;
  /** Of these categories' streams, these events; another service's too. */
  readonly categories: readonly string[];
  readonly events: readonly EventDefinition[];
  react(this: void, seen: ProjectedEvent): Promise<void>;
}

export interface PolicyRunnerOptions {
  readonly policy: Policy;
  readonly log: EventLog;
  readonly registers: Registers;
  readonly vault: Vault;
  readonly logger: Logger;
  /** What is dead-lettered is told there; nowhere when absent. */
  readonly errors?: ErrorReports;
}

/** A policy throws this when what it waits for has not come yet: it is asked again, however long that takes. */
export class NotYet extends CairnError {
  override readonly name = 'NotYet';
  override readonly transient = true;
}

const ATTEMPTS = 8;
const FIRST_RETRY_MS = 50;
const LONGEST_RETRY_MS = 5_000;
/** What was dead-lettered is tried again at each start, and so often. */
const AGAIN_EVERY_MS = 10 * 60_000;

/**
 * Follows the log for one policy until the signal aborts. An event on which it stumbles again and again, or that cannot
 * be read, is dead-lettered in the registers: what follows it in its stream waits behind it, all else goes on. It is tried
 * again at each start and every ten minutes.
 */
export class PolicyRunner {
  readonly #registry;
  readonly #position: PolicyPosition;
  readonly #held: HeldStreams;

  constructor(private readonly options: PolicyRunnerOptions) {
    this.#registry = eventRegistry([options.policy]);
    this.#position = new PolicyPosition(options.policy.name, options.registers);
    this.#held = new HeldStreams(options.registers, this.#deadLetterKey);
  }

  get name(): string {
    return this.options.policy.name;
  }

  /** How old the oldest event is that it has not reacted to, milliseconds. */
  async lagMs(): Promise<number> {
    const { log, policy } = this.options;
    return (await lagBehind({ log, categories: policy.categories }, this.#position.now)).ms;
  }

  /** How many events wait to be tried again, one of each stream, counted up to as many as a list of registers holds. */
  async parkedEvents(): Promise<number> {
    return (await this.options.registers.list(this.#deadLetterKey)).length;
  }

  get #deadLetterKey(): string {
    return `parked:${this.#position.key}:`;
  }

  async run(signal: AbortSignal): Promise<void> {
    await this.#held.read();
    const ended = new AbortController();
    const again = this.#tryAgain(AbortSignal.any([signal, ended.signal]));
    try {
      await this.#follow(signal);
    } finally {
      this.#position.end();
      ended.abort();
      await again;
    }
  }

  async #follow(signal: AbortSignal): Promise<void> {
    const { log, policy } = this.options;
    const after = await this.#position.read();
    for await (const batch of log.subscribe({
      after,
      categories: policy.categories,
      maxBatch: 200,
      pastDamage: true,
      signal,
    })) {
      let reacted = await this.#putDamagedAside(batch.damaged);
      for (const recorded of batch.events)
        if (!signal.aborted && this.#isFor(recorded)) {
          await this.#untilDone(recorded, signal);
          reacted = true;
        }
      if (signal.aborted) return;
      if (reacted) await this.#position.reacted(batch.position);
      else await this.#position.passed(batch.position);
    }
  }

  #isFor(recorded: RecordedEvent): boolean {
    return this.#registry.defined(recorded.type) !== undefined && !this.#held.passesOver(recorded);
  }

  async #untilDone(recorded: RecordedEvent, signal: AbortSignal): Promise<void> {
    for (let attempt = 1; !signal.aborted; attempt += 1) {
      try {
        await this.#react(recorded);
        return;
      } catch (error) {
        this.#stumbled(recorded, error, attempt);
        if (attempt >= ATTEMPTS && !isTransient(error)) {
          this.#tellHeld(recorded.type, error);
          return this.#held.hold(recorded, error);
        }
        await pause(Math.min(FIRST_RETRY_MS * 2 ** attempt, LONGEST_RETRY_MS), signal);
      }
    }
  }

  async #react(recorded: RecordedEvent): Promise<void> {
    const seen = await projected(this.#registry, recorded, this.options.vault);
    if (seen === undefined) return;
    const { traceparent } = recorded.metadata;
    const react = (): Promise<void> => this.options.policy.react(seen);
    if (traceparent === undefined) return react();
    const name = `react ${this.options.policy.name}`;
    await traced({ name, kind: 'consumer', within: { traceparent } }, react);
  }

  #stumbled(
    { stream, id: event }: Pick<RecordedEvent, 'stream' | 'id'>,
    error: unknown,
    attempt: number,
  ): void {
    const { policy, logger } = this.options;
    logger.error({ err: error, policy: policy.name, stream, event, attempt }, 'a policy stumbled');
  }

  #tellHeld(type: string, error: unknown): void {
    const { policy, errors } = this.options;
    errors?.note({
      name: errorKind(error),
      description: `${policy.name} stumbled on ${type} and has put it aside.`,
      where: `${policy.name} ${type}`,
      entity: 'policy',
      entityId: policy.name,
      userId: '',
    });
  }

  /** What is surely no event of this policy is passed over. Whether something was dead-lettered. */
  async #putDamagedAside(damaged: readonly DamagedRecord[] = []): Promise<boolean> {
    const some = damaged.filter(({ type }) => type === '' || this.#registry.defined(type) !== undefined);
    for (const record of some) {
      const error = new RecordDamaged(record.reason);
      this.#stumbled(record, error, ATTEMPTS);
      if (this.#held.passesOver(record)) continue;
      this.#tellHeld(record.type, error);
      await this.#held.hold(record, error);
    }
    return some.length > 0;
  }

  async #tryAgain(signal: AbortSignal): Promise<void> {
    const { logger, policy } = this.options;
    while (!signal.aborted) {
      try {
        for (const stream of this.#held.names) await this.#goOnWith(stream, signal);
      } catch (error) {
        logger.error(
          { err: error, policy: policy.name },
          'what a policy dead-lettered cannot be tried again now',
        );
      }
      await pause(AGAIN_EVERY_MS, signal);
    }
  }

  /** Reacts to what waits of a stream, in its order, up to the first event that fails again. */
  async #goOnWith(stream: StreamName, signal: AbortSignal): Promise<void> {
    let next = this.#held.nextOf(stream);
    const began = next;
    try {
      do
        for await (const recorded of this.#from(stream, next)) {
          if (signal.aborted) return;
          await this.#react(recorded);
          next = recorded.revision + 1n;
        }
      while (!(await this.#held.release(stream, next)));
    } catch (error) {
      if (error instanceof LogUnavailable) throw error;
      this.#stumbled({ stream, id: `${stream}@${next.toString()}` }, error, ATTEMPTS + 1);
      if (next > began) await this.#held.hold({ stream, revision: next }, error);
    }
  }
  async *#from(stream: StreamName, revision: bigint): AsyncGenerator<RecordedEvent, void, void> {
    for await (const part of partsOf(this.options.log, stream))
      yield* part.filter((recorded) => recorded.revision >= revision);
  }
}
