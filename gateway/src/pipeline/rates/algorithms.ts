import type { RateLimitContent } from '@cairn/contracts';
import type { Json } from '@cairn/kernel';

/** So many requests in so long, for one caller. */
export interface Limit {
  readonly algorithm: RateLimitContent['algorithm'];
  readonly requests: number;
  readonly windowMs: number;
  /** What a full token bucket holds. */
  readonly burst: number;
}

/** What became of some requests of one caller that came at once. */
export interface Taken<State> {
  readonly state: State;
  readonly granted: number;
  /** How many more there may be now. */
  readonly left: number;
  /** When there may be one more, if there is none left. */
  readonly retryMs: number;
  /** When there may be more than now; all of a token bucket. */
  readonly resetMs: number;
  /** For how long the state is of use. */
  readonly ttlMs: number;
}

/** Counts requests of one caller by what is known of those before; pure, so that any process goes on with the state of another. */
export type Counting = (known: Json | undefined, limit: Limit, now: number, wanted: number) => Taken<Json>;

/** Parts of a window: what came in a part counts until the whole part is a window ago, a twentieth too long at most. */
const SLOTS = 20;

/** What came in a part of a window; a state has those that count from the oldest on. */
type Count = { readonly slot: number; readonly count: number };

const isRecord = (value: Json | undefined): value is { readonly [key: string]: Json | undefined } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isCount = (value: Json): value is Count =>
  isRecord(value) && typeof value['slot'] === 'number' && typeof value['count'] === 'number';

const countsOf = (known: Json | undefined): readonly Count[] =>
  Array.isArray(known) ? known.filter(isCount) : [];

const slidingWindow: Counting = (known, limit, now, wanted) => {
  const slotMs = limit.windowMs / SLOTS;
  const counts = countsOf(known);
  // The clock of another gateway may be ahead.
  const current = Math.max(Math.floor(now / slotMs), counts.at(-1)?.slot ?? 0);
  const before = counts.filter(({ slot, count }) => slot >= current - SLOTS && slot < current && count > 0);
  const already = counts.find(({ slot }) => slot === current)?.count ?? 0;
  const used = before.reduce((sum, { count }) => sum + count, already);
  const granted = Math.max(0, Math.min(wanted, limit.requests - used));
  const after = [...before, { slot: current, count: already + granted }];
  const oldest = after.find(({ count }) => count > 0)?.slot ?? current;
  const resetMs = Math.max(0, (oldest + SLOTS + 1) * slotMs - now);
  return {
    state: after,
    granted,
    left: Math.max(0, limit.requests - used - granted),
    retryMs: resetMs,
    resetMs,
    ttlMs: (SLOTS + 2) * slotMs,
  };
};

type Tokens = {
  readonly tokens: number;
  /** Milliseconds since 1970. */
  readonly at: number;
};

const isTokens = (value: Json | undefined): value is Tokens =>
  isRecord(value) && typeof value['tokens'] === 'number' && typeof value['at'] === 'number';

/** A sum of many small parts may lie a little below the whole. */
const NEARLY = 1e-6;

const tokenBucket: Counting = (known, limit, now, wanted) => {
  const { tokens: before, at } = isTokens(known) ? known : { tokens: limit.burst, at: now };
  const msEach = limit.windowMs / limit.requests;
  const passed = Math.max(0, now - at);
  const held = Math.min(limit.burst, before + passed / msEach);
  const granted = Math.min(wanted, Math.floor(held + NEARLY));
  const tokens = Math.max(0, held - granted);
  const resetMs = (limit.burst - tokens) * msEach;
  return {
    state: { tokens, at: Math.max(at, now) },
    granted,
    left: Math.floor(tokens + NEARLY),
    retryMs: Math.max(0, 1 - tokens) * msEach,
    resetMs,
    ttlMs: resetMs + limit.windowMs,
  };
};

export const countings: Readonly<Record<Limit['algorithm'], Counting>> = {
  sliding_window: slidingWindow,
  token_bucket: tokenBucket,
};
