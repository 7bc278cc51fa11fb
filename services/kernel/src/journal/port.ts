import type { AccessLog } from '@cairn/contracts';
import { Unavailable } from '../errors/cairn-error.js';
import type { Page, PageRequest } from '../paging/page.js';

/**
 * The journal keeps what is neither history nor operational state: which requests were answered, and which were refused.
 * It is bounded by age and by number, and it may lose entries: nothing waits for it and nothing fails with it.
 */
export interface Journal {
  /** Never waits and never throws. What has no room any more is dropped and counted. */
  note(access: Accessed): void;
  /** In the order of time, by `created_at` or `-created_at`. Throws `JournalUnavailable`. */
  accesses(filter: AccessFilter, page: PageRequest): Promise<Page<AccessLog>>;
  /**
   * Nothing tells any more who that person was: user, session, key, address and browser of their entries are blank, also
   * of those that come within the next hour. Idempotent. Throws `JournalUnavailable`.
   */
  forget(userId: string): Promise<void>;
  /** Tries to write what was noted before, and answers when that is over. Never throws. */
  flush(): Promise<void>;
  /** Entries that were dropped since the start. */
  readonly dropped: number;
  /** Writes what it can, for a second at most, and closes the store. */
  close(): Promise<void>;
}

/** A request that was answered, and what the journal must know of it. */
export interface Accessed extends Omit<AccessLog, 'id' | 'created_at' | 'updated_at'> {
  /** It was to change something. */
  readonly isAct: boolean;
  /** It was refused for lack of rights. */
  readonly isRefused: boolean;
  /** By an administrator, or by a right that only administrators have: dropped last. */
  readonly isAdministrators: boolean;
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

/** The store cannot be reached now. */
export class JournalUnavailable extends Unavailable {
  override readonly name = 'JournalUnavailable';
}
