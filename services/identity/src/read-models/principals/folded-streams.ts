import {
  type Aggregate,
  type EventLog,
  eventRegistry,
  foldInto,
  type StreamName,
  streamOf,
  unfolded,
} from '@cairn/kernel';
import { LeastRecentlyUsed } from './least-recently-used.js';

/** States of one kind of stream, folded from the log and kept until an event makes them untrue. */
export class FoldedStreams<State> {
  readonly #known: LeastRecentlyUsed<State>;
  readonly #loading = new Map<StreamName, { readonly state: Promise<State> }>();
  readonly #registry;

  constructor(
    private readonly aggregate: Aggregate<State>,
    private readonly log: Pick<EventLog, 'read'>,
    capacity: number,
  ) {
    this.#known = new LeastRecentlyUsed(capacity);
    this.#registry = eventRegistry([aggregate]);
  }

  /** The state if it is at hand. */
  known(id: string): State | undefined {
    return this.#known.get(id);
  }

  async state(id: string): Promise<State> {
    const stream = streamOf(this.aggregate, id);
    const loading = this.#loading.get(stream) ?? { state: this.#fold(stream) };
    this.#loading.set(stream, loading);
    try {
      const state = await loading.state;
      if (this.#loading.get(stream) === loading && state !== this.aggregate.initial)
        this.#known.set(id, state);
      return state;
    } finally {
      if (this.#loading.get(stream) === loading) this.#loading.delete(stream);
    }
  }

  /** Forgets a state, and one that is being read: it may have been read before the event. */
  invalidate(stream: StreamName, id: string): void {
    this.#known.delete(id);
    this.#loading.delete(stream);
  }

  async #fold(stream: StreamName): Promise<State> {
    const folded = unfolded(this.aggregate);
    foldInto(folded, this.aggregate, this.#registry, await this.log.read(stream));
    return folded.state;
  }
}
