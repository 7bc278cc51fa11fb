/**
 * What goes wrong in Cairn itself, reported by whatever process it goes wrong in. Each kind is one register with how often
 * it came and whom it met last; identity makes a record of it, which is what administrators resolve (ADR-0056).
 */
export interface ErrorReports {
  /** Never waits and never throws. Kinds that have no room any more are dropped and counted. */
  note(error: Erred): void;
  /** Tries to write what was noted before, and answers when that is over. Never throws. */
  flush(): Promise<void>;
  /** Reports that were dropped since the start. */
  readonly dropped: number;
  /** Writes what it can, for a second at most. */
  close(): Promise<void>;
}

/** What went wrong. Errors of one name, entity and place are one kind. Nothing of it may be a secret or personal. */
export interface Erred {
  readonly name: string;
  readonly description: string;
  /** An operation, a projection, a policy, a kind of work: one of few, as the code has them. */
  readonly where: string;
  readonly entity: string;
  readonly entityId: string;
  /** `''` for nobody. */
  readonly userId: string;
  readonly requestId?: string;
}

/** How often errors of a kind came, and the last of them. */
export type ErrorCount = Omit<Erred, 'where'> & {
  /** Of its name, entity and place. */
  readonly id: string;
  readonly count: number;
  /** RFC 3339. */
  readonly firstAt: string;
  /** The same. */
  readonly lastAt: string;
};
