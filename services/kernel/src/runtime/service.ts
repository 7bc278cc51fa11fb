import type { AnswerOf, CommandDefinition, InputOf, QueryDefinition, ServiceName } from '@cairn/contracts';
import type { Logger } from '../logging/port.js';
import type { Principal } from '../access/principal.js';
import type { Rights } from '../access/rights.js';
import type { Blobs } from '../blobs/port.js';
import type { Clock } from '../clock/port.js';
import type { Document, Documents } from '../documents/port.js';
import type { Admission, Aggregate, AggregateKind, OrganizationOf } from '../domain/aggregate.js';
import type { CommandFacts, Done, Executed, Intent } from '../domain/command-handler.js';
import type { Step } from '../domain/steps.js';
import type { Refusal } from '../domain/refusal.js';
import type { Streams } from '../domain/streams.js';
import type { EventLog, Json } from '../eventlog/port.js';
import type { FreeSpace } from '../files/free-space.js';
import type { ErrorReports } from '../error-reports/port.js';
import type { Journal } from '../journal/port.js';
import type { Mailer } from '../mail/port.js';
import type { Published } from '../publisher/published.js';
import type { TimeTravelled } from '../queries/time-travelled.js';
import type { AdministeredRecords } from '../queries/administered-records.js';
import type { CountedAssets } from '../queries/counted-assets.js';
import type { PersonalRecords } from '../queries/personal-records.js';
import type { QueryContext, StreamMoments } from '../queries/query-context.js';
import type { Policy } from '../reactions/policy.js';
import type { Projection } from '../reactions/projection.js';
import type { TimerRules } from '../reactions/timer-rules.js';
import type { Registers } from '../registers/port.js';
import type { Vault } from '../vault/port.js';
import type { JobReadsOfKind } from '../work/reads-of-jobs.js';
import type { Requesters } from '../work/requesters.js';
import type { AccountLimits, Config, FileLimits, RunnerLimits } from './config/index.js';
import type { QuotasInForce } from './quotas-in-force.js';
import type { CommandMessage, CommandReply } from './command-message.js';
import type { Backlog, OwnMeasure } from './backlog.js';
import type { OtherServices } from './other-services.js';
import type { ServicePort } from './service-port.js';

/** The engines behind the ports, as the composition of the process chose them. */
export interface Engines {
  readonly log: EventLog;
  readonly documents: Documents;
  readonly registers: Registers;
  readonly blobs: Blobs;
  readonly vault: Vault;
  readonly mail: Mailer;
  readonly clock: Clock;
  /** None is kept when absent. */
  readonly journal?: Journal;
  /** None is reported when absent. */
  readonly errors?: ErrorReports;
  /** Of the disk that blobs are written to; nothing is kept free when absent. */
  readonly space?: FreeSpace;
}

/** How a service sends a command to itself. */
export interface OwnCall {
  /** Makes it idempotent (law 3). */
  readonly id: string;
  /** What it follows from: `causedBy(event)`. Another request begins when absent. */
  readonly causation?: string;
  readonly correlation?: string;
  /** The services that wait for it; what handles a command need not say it. */
  readonly through?: readonly string[];
  /** Cairn itself when absent. */
  readonly principal?: Principal;
}

/** What a service's own I/O (work, policies) gets. */
export interface ServiceTools extends Engines {
  readonly journal: Journal;
  readonly errors: ErrorReports;
  readonly logger: Logger;
  readonly streams: Streams;
  /** Where links in mails point to, without a slash at the end. */
  readonly baseUrl: string;
  readonly fileLimits: FileLimits;
  /** What accounts and organizations may hold now. */
  readonly quotas: QuotasInForce;
  readonly accountLimits: AccountLimits;
  readonly runnerLimits: RunnerLimits;
  /** For whom work goes on, with what they may now. */
  readonly requesters: Requesters;
  /** What people hold in groups now. */
  readonly rights: Rights;
  /** Those that this service declares to need, asked on behalf of somebody. */
  readonly services: OtherServices;
  /** Sends a command to this service. */
  execute<Command extends CommandDefinition>(
    this: void,
    command: Command,
    input: InputOf<Command>,
    call: OwnCall,
  ): Promise<CommandReply>;
  /** Whether all projections of this service reached a position within the time: bulk work pauses while they lag. */
  reached(position: string, timeoutMs: number): Promise<boolean>;
  /**
   * Removes documents in a transaction of the projection that wrote them (law 6); a rebuild makes them again. False when
   * this replica is not the one that projects: nothing was removed. Those of which `isStill` does not hold stay.
   */
  removeDocuments(
    projection: string,
    collection: string,
    ids: readonly string[],
    isStill?: (document: Document) => boolean,
  ): Promise<boolean>;
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

/** What a query of another service gets beside its input: documents of today, read as the one for whom it is asked. */
export interface AnswerContext extends QueryContext {
  readonly tools: ServiceTools;
}

export interface ServiceQuery {
  readonly contract: QueryDefinition;
  handle(this: void, input: Json, context: AnswerContext): Promise<Json | Refusal>;
}

/** Declares what a service answers to a query of the contract. The input was validated; it changes nothing. */
export const serviceQuery = <Definition extends QueryDefinition>(
  contract: Definition,
  handle: (input: InputOf<Definition>, context: AnswerContext) => Promise<AnswerOf<Definition> | Refusal>,
): ServiceQuery => ({
  contract,
  handle: async (input, context) => (await handle(input as InputOf<Definition>, context)) as Json | Refusal,
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
  /** What other services may ask of it; nothing when absent. */
  readonly queries?: readonly ServiceQuery[];
  /** The services that it asks: `tools.services`. */
  readonly needs?: readonly ServiceName[];
  readonly projections: readonly Projection[];
  /** Asked of what commands have decided on; everything is admitted when absent. */
  readonly admission?: (tools: ServiceTools) => Admission;
  /** Whose the events are: `ce_organizationid`. Of the caller's organization when absent. */
  readonly organization?: (tools: ServiceTools) => OrganizationOf;
  /** What can be read as it was: collections whose documents come from one stream each. */
  readonly timeTravelled?: readonly TimeTravelled[];
  /** What tells the moments of the revisions of long streams; others are read up to the revision. */
  readonly moments?: readonly StreamMoments[];
  /** Its assets that stand in projects. */
  readonly counted?: readonly CountedAssets[];
  /** Its kinds of durable work, in the one list of all jobs. */
  readonly jobs?: readonly JobReadsOfKind[];
  /** What administrators see of what a person has in it. */
  readonly administered?: readonly AdministeredRecords[];
  /** What it keeps about persons, beside what they own. */
  readonly personal?: readonly PersonalRecords[];
  readonly policies?: (tools: ServiceTools) => readonly Policy[];
  readonly timers?: TimerRules;
  readonly work?: (tools: ServiceTools) => readonly Work[];
  /** What waits for its work, by kind, for metrics. */
  readonly backlog?: (tools: ServiceTools) => Promise<Readonly<Record<string, Backlog>>>;
  /** What else it counts in this process, for metrics. */
  readonly measures?: (tools: ServiceTools) => readonly OwnMeasure[];
  /** What other teams read of it; nothing when absent. */
  readonly published?: Published;
  /** What a start does when nothing of it can fail any more: lines to print. Throws `StartError`. */
  readonly begin?: (service: Pick<ServicePort, 'execute'>, config: Config) => Promise<readonly string[]>;
}

export type { CommandMessage, CommandReply };
