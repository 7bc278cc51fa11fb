import { type Aggregate, type StreamName, streamOf } from '@cairn/kernel';
import type { Tips } from '../../rights/tips.js';
import { LeastRecentlyUsed } from './least-recently-used.js';

/** Of each category so many names are remembered. */
const NAMES = 10_000;

/**
 * States of streams that somebody follows: each is kept until an event makes it untrue, and then read on from where it was.
 * They are true as far as who follows has come.
 */
export class FollowedStreams {
  /** What streams are called: to derive an id costs more than all else. */
  readonly #names = new Map<string, LeastRecentlyUsed<StreamName>>();
  readonly #known: LeastRecentlyUsed<unknown>;
  /** Streams without an event, of which many are asked for: most people are in no group. */
  readonly #empty: LeastRecentlyUsed<unknown>;
  readonly #loading = new Map<StreamName, { readonly state: Promise<unknown> }>();

  constructor(
    private readonly streams: Required<Pick<Tips, 'current' | 'asOf'>>,
    capacity: number,
  ) {
    this.#known = new LeastRecentlyUsed(capacity);
    this.#empty = new LeastRecentlyUsed(capacity);
  }

  /** The state if it is at hand. */
  known<State>(aggregate: Aggregate<State>, id: string): State | undefined {
    const stream = this.#nameOf(aggregate, id);
    return (this.#known.get(stream) ?? this.#empty.get(stream)) as State | undefined;
  }

  async current<State>(aggregate: Aggregate<State>, id: string): Promise<{ readonly state: State }> {
    const known = this.known(aggregate, id);
    return { state: known ?? (await this.#read(aggregate, id)) };
  }

  /** The state at a time, RFC 3339: read anew each time. */
  asOf<State>(aggregate: Aggregate<State>, id: string, at: string): Promise<{ readonly state: State }> {
    return this.streams.asOf(aggregate, id, at);
  }

  /** Forgets a state, and one that is being read: it may have been read before the event. */
  invalidate(stream: StreamName): void {
    this.#known.delete(stream);
    this.#empty.delete(stream);
    this.#loading.delete(stream);
  }

  #nameOf<State>(aggregate: Aggregate<State>, id: string): StreamName {
    const names = this.#names.get(aggregate.category) ?? new LeastRecentlyUsed<StreamName>(NAMES);
    this.#names.set(aggregate.category, names);
    const known = names.get(id);
    if (known !== undefined) return known;
    const name = streamOf(aggregate, id);
    names.set(id, name);
    return name;
  }

  async #read<State>(aggregate: Aggregate<State>, id: string): Promise<State> {
    const stream = this.#nameOf(aggregate, id);
    const loading = this.#loading.get(stream) ?? { state: this.#folded(aggregate, id) };
    this.#loading.set(stream, loading);
    try {
      const state = (await loading.state) as State;
      if (this.#loading.get(stream) === loading)
        (state === aggregate.initial ? this.#empty : this.#known).set(stream, state);
      return state;
    } finally {
      if (this.#loading.get(stream) === loading) this.#loading.delete(stream);
    }
  }

  async #folded<State>(aggregate: Aggregate<State>, id: string): Promise<State> {
    return (await this.streams.current(aggregate, id)).state;
  }
}
