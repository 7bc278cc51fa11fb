import {
  type Aggregate,
  type EventRegistry,
  eventRegistry,
  factsOf,
  type Logger,
  type RecordedEvent,
  type StreamName,
  streamOf,
  type Streams,
} from '@cairn/kernel';

/** Before the first event. */
const NONE = -1n;

/**
 * The state of one stream, at hand whenever it is asked for: it follows the log by the events that it is told of. While
 * the log cannot be read, or an event of it, what was known last stays.
 */
export class FollowedSettings<State> {
  readonly stream: StreamName;
  readonly #registry: EventRegistry;
  #state: State;
  #revision = NONE;

  constructor(
    private readonly aggregate: Aggregate<State>,
    private readonly id: string,
    private readonly options: { readonly streams: Pick<Streams, 'current'>; readonly logger: Logger },
  ) {
    this.stream = streamOf(aggregate, id);
    this.#registry = eventRegistry([aggregate]);
    this.#state = aggregate.initial;
  }

  get state(): State {
    return this.#state;
  }

  /** Reads the stream as it is now. */
  async read(): Promise<void> {
    const { state, tip } = await this.options.streams.current(this.aggregate, this.id);
    if ((tip?.revision ?? NONE) > this.#revision) this.#is(state, tip?.revision ?? NONE);
  }

  /** An event of the log; `undefined` where it cannot be read. Those of other streams, and known ones, are passed over. */
  happened(stream: StreamName, recorded: RecordedEvent | undefined): void {
    if (stream !== this.stream) return;
    if (recorded === undefined || recorded.revision > this.#revision + 1n) this.#readLater();
    else if (recorded.revision > this.#revision) this.#apply(recorded);
  }

  #apply(recorded: RecordedEvent): void {
    const event = this.#registry.understand(recorded);
    if (event === undefined) this.#readLater();
    else this.#is(this.aggregate.evolve(this.#state, event, factsOf(recorded)), recorded.revision);
  }

  #readLater(): void {
    this.read().catch((error: unknown) => {
      this.options.logger.error(
        { err: error, stream: this.stream },
        'settings cannot be read: the last go on',
      );
    });
  }

  #is(state: State, revision: bigint): void {
    this.#state = state;
    this.#revision = revision;
  }
}
