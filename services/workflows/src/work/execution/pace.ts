/** How often an execution does what it does again and again. Specs have less time. */
export interface Pace {
  /** It rests no longer, ms, before it looks again whether it may go on. */
  readonly lookMs: number;
  /** Facts are written at most so often, ms; and before anything that must not begin without them. */
  readonly writeMs: number;
}

export const PACE: Pace = { lookMs: 1_000, writeMs: 1_000 };
