import type { CommandDefinition, InputOf } from '@cairn/contracts';
import type { Logger } from '../logging/port.js';
import type { Principal } from '../access/principal.js';
import type { Blobs } from '../blobs/port.js';
import type { Clock } from '../clock/port.js';
import type { Documents } from '../documents/port.js';
import type { Admission, Aggregate, AggregateKind } from '../domain/aggregate.js';
import type { CommandFacts, Done, Executed, Intent } from '../domain/command-handler.js';
import type { Step } from '../domain/steps.js';
import type { Refusal } from '../domain/refusal.js';
import type { Streams } from '../domain/streams.js';
import type { EventLog, Json } from '../eventlog/port.js';
import type { FreeSpace } from '../files/free-space.js';
import type { Mailer } from '../mail/port.js';
import type { Published } from '../publisher/published.js';
import type { Policy } from '../reactions/policy.js';
import type { Projection } from '../reactions/projection.js';
import type { TimerRules } from '../reactions/timers.js';
import type { Registers } from '../registers/port.js';
import type { Vault } from '../vault/port.js';
import type { AccountLimits, FileLimits, Quotas } from './config/index.js';
import type { CommandMessage, CommandReply } from './command-message.js';
import type { Backlog } from './service-metrics.js';

/** The engines behind the ports, as the composition of the process chose them. */
export interface Engines {
  readonly log: EventLog;
  readonly documents: Documents;
  readonly registers: Registers;
  readonly blobs: Blobs;
  readonly vault: Vault;
  readonly mail: Mailer;
  readonly clock: Clock;
  /** Of the disk that blobs are written to; nothing is kept free when absent. */
  readonly space?: FreeSpace;
}

/** What a service's own I/O (work, policies) gets. */
export interface ServiceTools extends Engines {
  readonly logger: Logger;
  readonly streams: Streams;
  /** Where links in mails point to, without a slash at the end. */
  readonly baseUrl: string;
  readonly fileLimits: FileLimits;
  /** What an account may hold. */
  readonly quotas: Quotas;
  readonly accountLimits: AccountLimits;
  /** Sends a command to this service, as Cairn itself unless a principal is given. The id makes it idempotent. */
  execute(command: {
    readonly name: string;
    readonly input: Json;
    readonly id: string;
    readonly causation?: string;
    readonly principal?: Principal;
  }): Promise<CommandReply>;
  /** Whether all projections of this service reached a position within the time: bulk work pauses while they lag. */
  reached(position: string, timeoutMs: number): Promise<boolean>;
  /**
   * Removes documents in a transaction of the projection that wrote them (law 6); a rebuild makes them again. False when
   * this replica is not the one that projects: nothing was removed.
   */
  removeDocuments(projection: string, collection: string, ids: readonly string[]): Promise<boolean>;
}

/** What a command gets beside its input. */
export interface CommandContext {
  readonly principal: Principal;
  readonly facts: CommandFacts;
  /** Now, RFC 3339. */
  readonly at: string;
  readonly tools: ServiceTools;
  /** The same command gives the same id for the same role and ordinal (law 3). */
  id(this: void, role: string, ordinal?: number): string;
  /** The state of another stream, as it is now; the aggregate's initial state when there is none. */
  load<State>(this: void, aggregate: Aggregate<State>, id: string): Promise<State>;
  /** Decides and appends on one stream. A stream is addressed once by a command. */
  execute<State, Context = undefined>(
    this: void,
    aggregate: Aggregate<State>,
    id: string,
    intent: Intent<State, Context>,
  ): Promise<Executed>;
  /**
   * As `execute`, on the stream that the caller's `If-Match` speaks of: another revision there is refused. Every command
   * with an addressed resource uses it once.
   */
  executeAddressed<State, Context = undefined>(
    this: void,
    aggregate: Aggregate<State>,
    id: string,
    intent: Intent<State, Context>,
  ): Promise<Executed>;
  /**
   * As `executeAddressed`, and before it decides and appends what is invisible without it (law 5): `step(…)` for each.
   * All are decided together; a refusal of one is the answer, and nothing is appended.
   */
  executeInOrder<State, Context = undefined>(
    this: void,
    before: readonly Step[],
    aggregate: Aggregate<State>,
    id: string,
    intent: Intent<State, Context>,
  ): Promise<Executed>;
}

/** The outcome of a command, with what a query cannot tell. */
export type CommandOutcome = (Done & { readonly result?: Json }) | Refusal;

export interface ServiceCommand {
  readonly contract: CommandDefinition;
  handle(this: void, input: Json, context: CommandContext): Promise<CommandOutcome>;
}

/** Declares what a service does for a command of the contract. The input was validated. */
export const serviceCommand = <Definition extends CommandDefinition>(
  contract: Definition,
  handle: (input: InputOf<Definition>, context: CommandContext) => Promise<CommandOutcome>,
): ServiceCommand => ({
  contract,
  handle: (input, context) => handle(input as InputOf<Definition>, context),
});

/** Something a service does by itself until it is stopped: an import under a lease, a sweep. */
export interface Work {
  readonly name: string;
  /**
   * Only one replica of the service runs it at a time; work under leases of its own runs on each. `beside projections`:
   * the one that projects, of each release that has other versions of them, so that it may remove their documents.
   */
  readonly alone?: true | 'beside projections';
  /** Runs until the signal aborts. A throw is logged and it is run again. */
  run(signal: AbortSignal): Promise<void>;
}

export interface Service {
  readonly name: string;
  readonly aggregates: readonly AggregateKind[];
  readonly commands: readonly ServiceCommand[];
  readonly projections: readonly Projection[];
  /** Asked of what commands have decided on; everything is admitted when absent. */
  readonly admission?: (tools: ServiceTools) => Admission;
  readonly policies?: (tools: ServiceTools) => readonly Policy[];
  readonly timers?: TimerRules;
  readonly work?: (tools: ServiceTools) => readonly Work[];
  /** What waits for its work, by kind, for metrics. */
  readonly backlog?: (tools: ServiceTools) => Promise<Readonly<Record<string, Backlog>>>;
  /** What other teams read of it; nothing when absent. */
  readonly published?: Published;
}

/** Declares a service: the same front door for each. */
export const defineService = (service: Service): Service => service;

export type { CommandMessage, CommandReply };
