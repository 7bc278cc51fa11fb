import type { AccessLog } from '@cairn/contracts';

/** An access as it is stored. Its id tells its time, so that ids sort as times do. */
export interface AccessRow {
  readonly entry: AccessLog;
  readonly isAct: boolean;
  readonly isRefused: boolean;
}

/** Rows between two ids, both exclusive, from one end. */
export interface AccessRange {
  /** Of one user, of one organization, or the acts and refusals of one organization; of all when absent. */
  readonly of?: { readonly key: AccessKey; readonly value: string };
  readonly above: string;
  readonly below: string;
  readonly descending: boolean;
  readonly limit: number;
}
export type AccessKey = 'user' | 'organization' | 'audited';

/** What is kept. */
export interface JournalBounds {
  /** Milliseconds since 1970: what is older goes. */
  readonly oldest: number;
  /** Accesses. */
  readonly most: number;
  /** Persons who were forgotten after this time (milliseconds since 1970) are forgotten again. */
  readonly forgottenSince: number;
}

/** Where the journal is kept: the port behind the journal. Everything throws `JournalUnavailable` when it cannot be reached. */
export interface JournalStore {
  /** Accesses that are there already are passed over: a batch may come twice. */
  write(accesses: readonly AccessRow[]): Promise<void>;
  accesses(range: AccessRange): Promise<readonly AccessRow[]>;
  /** Blanks what tells who a person was, and remembers at which time (milliseconds since 1970). */
  forget(userId: string, at: number): Promise<void>;
  /** One step towards the bounds, of a few milliseconds. Answers whether there is more to do. */
  sweep(bounds: JournalBounds): Promise<boolean>;
  close(): Promise<void>;
}

/** The acts and refusals of an organization are looked for by it alone. */
export const auditedOf = ({ entry, isAct, isRefused }: AccessRow): string | undefined =>
  isAct || isRefused ? entry.organization_id : undefined;

/** An entry that does not tell any more whose it was. */
export const forgotten = ({ api_key_id: _key, session_id: _session, ...entry }: AccessLog): AccessLog => ({
  ...entry,
  user_id: '',
  ip: '',
  user_agent: '',
});
