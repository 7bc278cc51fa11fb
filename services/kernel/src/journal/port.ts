import type { AccessLog, ErrorLog } from '@cairn/contracts';
import type { Page, PageRequest } from '../queries/query-context.js';

/**
 * The journal keeps what is neither history nor operational state: which requests were answered, which were refused, what
 * went wrong. It is bounded by age and by number, and it may lose entries: nothing waits for it and nothing fails with it.
 */
export interface Journal {
  /** Never waits and never throws. What has no room any more is dropped and counted. */
  note(access: Accessed): void;
  /** The same. An error of a kind that is known already is counted there, and is not resolved any more. */
  noteError(error: Erred): void;
  /** In the order of time, by `created_at` or `-created_at`. Throws `JournalUnavailable`. */
  accesses(filter: AccessFilter, page: PageRequest): Promise<Page<AccessLog>>;
  /** By `created_at` or `updated_at`, either way. Throws `JournalUnavailable`. */
  errors(filter: ErrorFilter, page: PageRequest): Promise<Page<ErrorLog>>;
  /** The error as it is then; `undefined` when there is none. Idempotent. Throws `JournalUnavailable`. */
  resolve(id: string, resolved: boolean): Promise<ErrorLog | undefined>;
  /**
   * Nothing tells any more who that person was: user, session, key, address and browser of their entries are blank, also
   * of those that come within the next hour. Idempotent. Throws `JournalUnavailable`.
   */
  forget(userId: string): Promise<void>;
  /** Tries to write what was noted before, and answers when that is over. Never throws. */
  flush(): Promise<void>;
  /** Entries that were dropped since the start. */
  readonly dropped: Readonly<Record<JournalKind, number>>;
  /** Writes what it can, for a second at most, and closes the store. */
  close(): Promise<void>;
}

export type JournalKind = 'access' | 'error';

/** A request that was answered, and what the journal must know of it. */
export interface Accessed extends Omit<AccessLog, 'id' | 'created_at' | 'updated_at'> {
  /** It was to change something. */
  readonly isAct: boolean;
  /** It was refused for lack of rights. */
  readonly isRefused: boolean;
  /** By an administrator, or by a right that only administrators have: dropped last. */
  readonly isAdministrators: boolean;
}

/** What went wrong. Errors of one name, entity and place are one. Nothing of it may be a secret or personal. */
export interface Erred {
  readonly name: string;
  readonly description: string;
  /** An operation, a projection, a policy. */
  readonly where: string;
  readonly entity: string;
  readonly entityId: string;
  /** `''` for nobody. */
  readonly userId: string;
  readonly requestId?: string;
}

/** Times are RFC 3339 in UTC; `from` is inclusive, `to` exclusive. */
export interface AccessFilter {
  readonly userId?: string | undefined;
  readonly organizationId?: string | undefined;
  readonly status?: number | undefined;
  readonly method?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Whether they were refused for lack of rights. */
  readonly refused?: boolean | undefined;
  /** Acts and refusals alone. */
  readonly audited?: true;
}

export interface ErrorFilter {
  readonly resolved?: boolean | undefined;
  readonly userId?: string | undefined;
  readonly entity?: string | undefined;
  readonly entityId?: string | undefined;
}

/** The store cannot be reached now. */
export class JournalUnavailable extends Error {
  override readonly name = 'JournalUnavailable';
}
