import { noGroups, type Rights } from '../access/rights.js';
import type { Clock } from '../clock/port.js';
import type { Streams } from '../domain/streams.js';
import { noErrorReports } from '../error-reports/none.js';
import { noJournal } from '../journal/none.js';
import type { Logger } from '../logging/port.js';
import { noRequesters, type Requesters } from '../access/requesters.js';
import type { ObserveCommand } from './command-metrics.js';
import {
  type AccountLimits,
  defaultAccountLimits,
  defaultFileLimits,
  defaultRunnerLimits,
  type FileLimits,
  noQuotas,
  type Quotas,
  type RunnerLimits,
} from '../config/index.js';
import type { Leadership } from './leadership.js';
import type { FindService } from '../context/other-services.js';
import { type QuotasInForce, sameForAll } from '../context/quotas-in-force.js';
import type { Engines } from '../context/engines.js';
import type { ServiceTools } from '../context/service-tools.js';

export interface ServiceOptions {
  readonly engines: Engines;
  readonly logger: Logger;
  readonly baseUrl: string;
  /** Those that nothing configures when absent. */
  readonly fileLimits?: FileLimits;
  /** What the configuration says; none when absent. */
  readonly quotas?: Quotas;
  /** Made of the folded streams, what administrators made of those; the same for all when absent. */
  readonly quotasInForce?: (streams: Streams, configured: Quotas) => QuotasInForce;
  /** The same. */
  readonly accountLimits?: AccountLimits;
  /** The same. */
  readonly runnerLimits?: RunnerLimits;
  /** Made of the folded streams that this service keeps; nobody's work is done when absent. */
  readonly requesters?: (streams: Streams, clock: Clock) => Requesters;
  /** The same for what people hold in groups; nobody is in one when absent. */
  readonly rights?: (streams: Streams, clock: Clock) => Rights;
  /** Where the services that this one needs are; nowhere when absent. */
  readonly find?: FindService;
  /** For tests of read-your-writes: holds every projection back, milliseconds. */
  readonly projectionDelayMs?: number;
  /** How much memory the folded streams that are kept may take, bytes. */
  readonly cachedBytes: number;
  /** Which replica projects for its release, and which of those reacts and fires timers; this process when absent. */
  readonly leadership?: Leadership;
  /** Told of each command and what became of it. */
  readonly observeCommand?: ObserveCommand;
}

/** The tools that come with the process; the others are the running service's own. */
export const toolsOf = (
  options: ServiceOptions,
  streams: Streams,
): Omit<ServiceTools, 'services' | 'execute' | 'reached' | 'removeDocuments'> => {
  const { engines, logger, baseUrl } = options;
  return {
    journal: noJournal,
    errors: noErrorReports,
    ...engines,
    logger,
    streams,
    baseUrl,
    fileLimits: options.fileLimits ?? defaultFileLimits,
    quotas: quotasOf(options, streams),
    accountLimits: options.accountLimits ?? defaultAccountLimits,
    runnerLimits: options.runnerLimits ?? defaultRunnerLimits(),
    requesters: options.requesters?.(streams, engines.clock) ?? noRequesters,
    rights: options.rights?.(streams, engines.clock) ?? noGroups,
  };
};

const quotasOf = ({ quotas = noQuotas, quotasInForce }: ServiceOptions, streams: Streams): QuotasInForce =>
  quotasInForce?.(streams, quotas) ?? sameForAll(quotas);
