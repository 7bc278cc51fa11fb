import type {
  CommandDefinition,
  FiltersOf,
  Job,
  JobError,
  JobStatus,
  JsonObject,
  operations,
  Requester,
} from '@cairn/contracts';
import type { Document } from '../documents/port.js';
import type { Page, PageRequest } from '../paging/page.js';
import type { QueryContext, Versioned } from '../context/query-context.js';
import type { Registers } from '../registers/port.js';
import type { Vault } from '../vault/port.js';

/** What the projection puts; what is a kind's own of the request stands beside it. */
export type JobDocument = Document & {
  readonly kind: string;
  readonly status: JobStatus;
  readonly name: string;
  readonly user_id: string;
  readonly requester: Requester;
  readonly started_at: string;
  readonly completed_at: string;
  readonly attempts: number;
  readonly revision: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly progress?: NonNullable<Job['progress']>;
  readonly result?: JsonObject;
  readonly error_code?: string;
  readonly message?: string;
  readonly errors?: JobError[];
  readonly cancel_requested?: true;
  /** It was let go: nobody takes it before this time. */
  readonly until?: string;
  /** 2 after the first retry; absent before. */
  readonly run?: number;
  readonly retried_at?: string;
};

/** What opens that which is sealed of a result. */
export type JobSeals = Pick<Vault, 'findKey'>;

export type JobParent = Exclude<keyof AllJobFilters, keyof JobFilters | 'user_id'>;

/** What it takes to look how a job stands. */
export interface JobContext {
  readonly today: Pick<QueryContext['today'], 'get'>;
}

type JobFilters = FiltersOf<typeof operations.listJobs>;
type AllJobFilters = FiltersOf<typeof operations.listAllJobs>;

/** The jobs of one kind, or of several together. */
export interface JobReads {
  /**
   * `undefined` for who may not know of it. How far one is that runs stands in the registers; what is sealed of a result is
   * told where there is a vault.
   */
  byId(
    context: QueryContext,
    id: string,
    registers?: Registers,
    vault?: JobSeals,
  ): Promise<Versioned<Job> | undefined>;
  /** Those that the caller asked for and may know of. */
  page(
    context: QueryContext,
    page: PageRequest,
    filters: JobFilters,
    registers?: Registers,
  ): Promise<Page<Job>>;
  /** Those of everybody, for administrators alone: without the names of files and what was in them. */
  all(
    context: Pick<QueryContext, 'documents'>,
    page: PageRequest,
    filters: AllJobFilters,
    registers?: Registers,
  ): Promise<Page<Job>>;
}

/** The jobs of one kind. */
export interface JobReadsOfKind<Known extends JobDocument = JobDocument> extends JobReads {
  readonly category: string;
  /** Whose they are: `datasets`. */
  readonly service: string;
  readonly cancel: CommandDefinition;
  /** Stored types of the events after which nothing comes of one any more. */
  readonly ends: readonly string[];
  /** How one stands, for who asked for it: nothing is decided here. */
  document(context: JobContext, id: string): Promise<Known | undefined>;
}
