import type { Aggregate } from '@cairn/kernel';

/** States by stream, as they are now: from the streams themselves, or from what read models say of them. */
export interface Tips {
  current<State>(aggregate: Aggregate<State>, id: string): Promise<{ readonly state: State }>;
  /** The same at once, where it is at hand and as true as `current` would tell it. */
  known?<State>(aggregate: Aggregate<State>, id: string): State | undefined;
  /** As they were at a time (RFC 3339); read models know nothing of that. */
  asOf?<State>(aggregate: Aggregate<State>, id: string, at: string): Promise<{ readonly state: State }>;
}
