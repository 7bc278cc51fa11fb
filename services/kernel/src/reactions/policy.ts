import type { EventDefinition } from '@cairn/contracts';
import type { Logger } from '../logging/port.js';
import { pause } from '../clock/pause.js';
import { eventRegistry } from '../domain/registry.js';
import { type EventLog, type Position, type RecordedEvent, START } from '../eventlog/port.js';
import type { Registers } from '../registers/port.js';
import type { Vault } from '../vault/port.js';
import { type ProjectedEvent, projected } from './projection.js';

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

export interface PolicyRunnerOptions {
  readonly policy: Policy;
  readonly log: EventLog;
  readonly registers: Registers;
  readonly vault: Vault;
  readonly logger: Logger;
}

const ATTEMPTS = 8;
const FIRST_RETRY_MS = 50;
const LONGEST_RETRY_MS = 5_000;

/** An engine is away: it is waited for, however long that takes. */
const isAway = (error: unknown): boolean => error instanceof Error && error.name.endsWith('Unavailable');

/** Follows the log for one policy until the signal aborts. */
export class PolicyRunner {
  readonly #registry;
  readonly #key: string;

  constructor(private readonly options: PolicyRunnerOptions) {
    this.#registry = eventRegistry([options.policy]);
    this.#key = `policy:${options.policy.name}`;
  }

  async run(signal: AbortSignal): Promise<void> {
    const { log, policy, registers } = this.options;
    const after = await this.#checkpoint();
    for await (const batch of log.subscribe({
      after,
      categories: policy.categories,
      maxBatch: 200,
      signal,
    })) {
      let reacted = false;
      for (const recorded of batch.events) reacted = (await this.#take(recorded, signal)) || reacted;
      if (!signal.aborted && (reacted || batch.caughtUp))
        await registers.put(this.#key, batch.position, undefined);
    }
  }

  async #checkpoint(): Promise<Position> {
    const register = await this.options.registers.get(this.#key);
    return typeof register?.value === 'string' ? register.value : START;
  }

  async #take(recorded: RecordedEvent, signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return false;
    const seen = await projected(this.#registry, recorded, this.options.vault);
    if (seen === undefined) return false;
    await this.#untilDone(
      { ...seen, eventId: recorded.id, correlation: recorded.metadata.correlation },
      signal,
    );
    return true;
  }

  async #untilDone(seen: Parameters<Policy['react']>[0], signal: AbortSignal): Promise<void> {
    const { policy, logger, registers } = this.options;
    for (let attempt = 1; !signal.aborted; attempt += 1) {
      try {
        await policy.react(seen);
        return;
      } catch (error) {
        logger.error({ err: error, policy: policy.name, stream: seen.stream, attempt }, 'a policy stumbled');
        if (attempt < ATTEMPTS || isAway(error))
          await pause(Math.min(FIRST_RETRY_MS * 2 ** attempt, LONGEST_RETRY_MS), signal);
        else {
          await registers.put(
            `parked:${this.#key}:${seen.eventId}`,
            { stream: seen.stream, reason: String(error) },
            undefined,
          );
          return;
        }
      }
    }
  }
}
