/** Load of one kind for some time. */
export type Stage =
  /** As many requests at a time as there are connections: each sends its next when it was answered. */
  | { readonly kind: 'closed'; readonly connections: number; readonly seconds: number }
  /** Requests come when they come, answered or not. */
  | { readonly kind: 'open'; readonly perSecond: number; readonly seconds: number };

/** What the process that makes the load is told. */
export interface Plan {
  /** Taken in turn. */
  readonly gateways: readonly string[];
  readonly token: string;
  /** Datasets that are read and changed. */
  readonly datasets: readonly string[];
  /** Of all gateways together. What comes while all are taken waits for one, and its time counts from its coming. */
  readonly connections: number;
  readonly stages: readonly Stage[];
}

/** What became of the requests that were sent within a stage, or within a second of it; times in milliseconds. */
export interface Tally {
  readonly sent: number;
  /** Answered with 200 or 201 within `LATE_MS`. */
  readonly good: number;
  /** 503 and 429. */
  readonly refused: number;
  /** Good answers that came after that, and 202. */
  readonly late: number;
  /** Other answers, broken connections, no answer at all. */
  readonly failed: number;
  readonly goodP50: number;
  readonly goodP99: number;
  readonly refusedP50: number;
  readonly refusedP99: number;
}

export interface StageResult extends Tally {
  readonly seconds: number;
  readonly bySecond: readonly Tally[];
  /** Of answers that are neither good nor refusals: status or error, and how often. */
  readonly others: Readonly<Record<string, number>>;
}

/** Who waits longer than this has gone away. */
export const LATE_MS = 2_000;
