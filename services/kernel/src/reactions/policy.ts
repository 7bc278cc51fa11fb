import { isNativeError } from 'node:util/types';
import type { EventDefinition } from '@cairn/contracts';
import type { Logger } from '../logging/port.js';
import { pause } from '../clock/pause.js';
import { eventRegistry } from '../domain/registry.js';
import {
  type DamagedRecord,
  type EventLog,
  type Json,
  LogUnavailable,
  OutcomeUnknown,
  type Position,
  RecordDamaged,
  type RecordedEvent,
  START,
  type StreamName,
} from '../eventlog/port.js';
import { partsOf } from '../eventlog/parts.js';
import type { ListedRegister, Registers } from '../registers/port.js';
import { traced } from '../tracing/index.js';
import type { Vault } from '../vault/port.js';
import { type ProjectedEvent, projected } from './projection.js';
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
  react(
    this: void,
    seen: ProjectedEvent & { readonly eventId: string; readonly correlation: string },
  ): Promise<void>;
}

/** Registers that hold how far a policy is begin with this; its name follows, their value is a position. */
export const POLICY_POSITIONS = 'policy:';

export interface PolicyRunnerOptions {
  readonly policy: Policy;
  readonly log: EventLog;
  readonly registers: Registers;
  readonly vault: Vault;
  readonly logger: Logger;
}

/** What a register tells of an event that was put aside; earlier releases did not tell the revision. */
type Aside = { readonly stream: StreamName; readonly revision?: string };

/** A policy throws this when what it waits for has not come yet: it is asked again, however long that takes. */
export class NotYet extends Error {
  override readonly name = 'NotYet';
}

const ATTEMPTS = 8;
const FIRST_RETRY_MS = 50;
const LONGEST_RETRY_MS = 5_000;
/** What was put aside is tried again at each start, and so often. */
const AGAIN_EVERY_MS = 10 * 60_000;

/** Nothing is wrong with what was done: an engine is away or did not answer, a disk is full, read models are behind. */
export const isPassing = (error: unknown): boolean =>
  isNativeError(error) &&
  (error.name.endsWith('Unavailable') ||
    error instanceof OutcomeUnknown ||
    error instanceof NotYet ||
    isOfSystem(error));

/** What is packed and damaged has a number of its error too. */
const isOfSystem = (error: Error): boolean =>
  'errno' in error && !('code' in error && String(error.code).startsWith('Z_'));

/**
 * Follows the log for one policy until the signal aborts. An event on which it stumbles again and again, or that cannot
 * be read, is put aside in the registers, so that the others go on; it is tried again at each start and every ten minutes.
 */
export class PolicyRunner {
  readonly #registry;
  readonly #key: string;
  #position: Position = START;

  constructor(private readonly options: PolicyRunnerOptions) {
    this.#registry = eventRegistry([options.policy]);
    this.#key = `${POLICY_POSITIONS}${options.policy.name}`;
  }

  get name(): string {
    return this.options.policy.name;
  }

  /** How old the oldest event is that it has not reacted to, milliseconds. */
  async lagMs(): Promise<number> {
    const { log, policy } = this.options;
    return (await lagBehind({ log, categories: policy.categories }, this.#position)).ms;
  }

  /** How many events wait to be tried again, counted up to as many as a list of registers holds. */
  async parkedEvents(): Promise<number> {
    return (await this.options.registers.list(this.#asideKey)).length;
  }

  async run(signal: AbortSignal): Promise<void> {
    const ended = new AbortController();
    const again = this.#tryAgain(AbortSignal.any([signal, ended.signal]));
    try {
      await this.#follow(signal);
    } finally {
      ended.abort();
      await again;
    }
  }

  async #follow(signal: AbortSignal): Promise<void> {
    const { log, policy, registers } = this.options;
    const after = await this.#checkpoint();
    this.#position = after;
    for await (const batch of log.subscribe({
      after,
      categories: policy.categories,
      maxBatch: 200,
      pastDamage: true,
      signal,
    })) {
      let reacted = await this.#putDamagedAside(batch.damaged);
      for (const recorded of batch.events)
        if (!signal.aborted && this.#registry.defined(recorded.type) !== undefined) {
          await this.#untilDone(recorded, signal);
          reacted = true;
        }
      if (signal.aborted) return;
      this.#position = batch.position;
      if (reacted || batch.caughtUp) await registers.put(this.#key, batch.position, undefined);
    }
  }

  async #checkpoint(): Promise<Position> {
    const register = await this.options.registers.get(this.#key);
    return typeof register?.value === 'string' ? register.value : START;
  }

  async #untilDone(recorded: RecordedEvent, signal: AbortSignal): Promise<void> {
    for (let attempt = 1; !signal.aborted; attempt += 1) {
      try {
        await this.#react(recorded);
        return;
      } catch (error) {
        this.#stumbled(recorded, error, attempt);
        if (attempt >= ATTEMPTS && !isPassing(error)) return this.#putAside(recorded, error);
        await pause(Math.min(FIRST_RETRY_MS * 2 ** attempt, LONGEST_RETRY_MS), signal);
      }
    }
  }

  async #react(recorded: RecordedEvent): Promise<void> {
    const seen = await projected(this.#registry, recorded, this.options.vault);
    if (seen === undefined) return;
    const { correlation, traceparent } = recorded.metadata;
    const react = (): Promise<void> =>
      this.options.policy.react({ ...seen, eventId: recorded.id, correlation });
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

  async #putAside(
    { stream, revision, id }: Pick<RecordedEvent, 'stream' | 'revision' | 'id'>,
    error: unknown,
  ): Promise<void> {
    const told = { stream, revision: revision.toString(), reason: String(error) };
    await this.options.registers.put(`${this.#asideKey}${id}`, told, undefined);
  }

  /** What is surely no event of this policy is passed over. Whether something was put aside. */
  async #putDamagedAside(damaged: readonly DamagedRecord[] = []): Promise<boolean> {
    const some = damaged.filter(({ type }) => type === '' || this.#registry.defined(type) !== undefined);
    for (const record of some) {
      const error = new RecordDamaged(record.reason);
      this.#stumbled(record, error, ATTEMPTS);
      // Its id may not be known: its place is.
      await this.#putAside({ ...record, id: `${record.stream}@${record.revision.toString()}` }, error);
    }
    return some.length > 0;
  }

  get #asideKey(): string {
    return `parked:${this.#key}:`;
  }

  async #tryAgain(signal: AbortSignal): Promise<void> {
    const { registers, logger, policy } = this.options;
    while (!signal.aborted) {
      try {
        for await (const { key, value } of this.#allAside())
          if (await this.#isDoneNow(key, value)) await registers.remove(key);
      } catch (error) {
        logger.error(
          { err: error, policy: policy.name },
          'what a policy put aside cannot be tried again now',
        );
      }
      await pause(AGAIN_EVERY_MS, signal);
    }
  }

  /** Also what stands behind more than one list holds: all of the first may fail again. */
  async *#allAside(): AsyncGenerator<ListedRegister, void, void> {
    let listed = await this.options.registers.list(this.#asideKey);
    for (;;) {
      yield* listed;
      const last = listed.at(-1);
      if (last === undefined) return;
      listed = await this.options.registers.list(this.#asideKey, last.key);
    }
  }

  /** Also when the event is in no stream any more that could be read. */
  async #isDoneNow(key: string, aside: Json): Promise<boolean> {
    const { stream, revision } = aside as Aside;
    const id = key.slice(this.#asideKey.length);
    try {
      const through = revision === undefined ? {} : { through: BigInt(revision) };
      for await (const part of partsOf(this.options.log, stream, through)) {
        const recorded = part.find((event) => event.id === id || event.revision.toString() === revision);
        if (recorded === undefined) continue;
        await this.#react(recorded);
        break;
      }
      return true;
    } catch (error) {
      if (error instanceof LogUnavailable) throw error;
      this.#stumbled({ stream, id }, error, ATTEMPTS + 1);
      return false;
    }
  }
}
