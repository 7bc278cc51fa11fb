import type { CommandDefinition, InputOf } from '@cairn/contracts';
import type { Principal } from '../access/principal.js';
import type { Requesters } from '../access/requesters.js';
import type { Rights } from '../access/rights.js';
import type { AccountLimits, FileLimits, RunnerLimits } from '../config/index.js';
import type { Document } from '../documents/port.js';
import type { Streams } from '../domain/streams.js';
import type { ErrorReports } from '../error-reports/port.js';
import type { Journal } from '../journal/port.js';
import type { Logger } from '../logging/port.js';
import type { CommandReply } from '../messages/command-message.js';
import type { Engines } from './engines.js';
import type { OtherServices } from './other-services.js';
import type { QuotasInForce } from './quotas-in-force.js';

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
