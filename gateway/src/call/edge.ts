import type { RateLimitContent } from '@cairn/contracts';
import type {
  AdministeredRecords,
  Blobs,
  CountedAssets,
  ErrorReports,
  EventLog,
  JobEnds,
  JobsOfAll,
  Journal,
  PersonalRecords,
  ProjectionAdministration,
  Quotas,
  QuotasInForce,
  Registers,
  Service,
  Vault,
} from '@cairn/kernel';

/** What handlers reach beside the services' queries. */
export interface Edge {
  readonly log: EventLog;
  readonly vault: Vault;
  /** For stamps of last use, joined when read. */
  readonly registers: Registers;
  readonly blobs: Blobs;
  /** Which requests were answered: neither history nor operational state. */
  readonly journal: Journal;
  readonly errors: ErrorReports;
  /** Without a slash at the end; for links. */
  readonly baseUrl: string;
  readonly admin: ProjectionAdministration;
  readonly quotas: QuotasInForce;
  /** What holds where administrators set nothing. */
  readonly configured: { readonly rates: RateLimitContent; readonly quotas: Quotas };
  readonly counted: readonly CountedAssets[];
  /** The durable work of every service. */
  readonly jobs: JobsOfAll;
  readonly jobEnds: Pick<JobEnds, 'ended'>;
  readonly personal: readonly PersonalRecords[];
  readonly administered: readonly AdministeredRecords[];
  /** What other teams read, by service. */
  readonly published: readonly Pick<Service, 'name' | 'aggregates' | 'published'>[];
}
