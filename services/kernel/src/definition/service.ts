import type { ServiceName } from '@cairn/contracts';
import type { Config } from '../config/index.js';
import type { Backlog, OwnMeasure } from '../context/backlog.js';
import type { ServiceCommand } from '../context/command.js';
import type { Published } from '../context/published.js';
import type { ServiceQuery } from '../context/query.js';
import type { StreamMoments } from '../context/query-context.js';
import type { ServiceTools } from '../context/service-tools.js';
import type { Work } from '../context/work.js';
import type { Admission, AggregateKind, OrganizationOf } from '../domain/aggregate.js';
import type { Projection } from '../projection/projection.js';
import type { TimerRules } from '../projection/timer-rules.js';
import type { AdministeredRecords } from '../queries/administered-records.js';
import type { CountedAssets } from '../queries/counted-assets.js';
import type { PersonalRecords } from '../queries/personal-records.js';
import type { TimeTravelled } from '../queries/time-travelled.js';
import type { Policy } from '../reactions/policy.js';
import type { JobReadsOfKind } from '../work/reads-of-jobs.js';
import type { ServicePort } from './service-port.js';

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
