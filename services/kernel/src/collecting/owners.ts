import { declaredStreams, type GoingFiles, type StreamDefinition } from '@cairn/contracts';
import { categoryOf, idOf } from '../domain/streams.js';
import type { Json } from '../base/json-value.js';
import { START } from '../base/position.js';
import type { EventLog, RecordedEvent } from '../eventlog/port.js';

const PAGE = 1_000;

/** Streams by category, with what becomes of their files. */
export type Collected = Readonly<Record<string, Pick<StreamDefinition, 'files'>>>;

/** Those of all services: one collection goes over the blobs of all. */
export const allStreams: Collected = Object.fromEntries(
  Object.values(declaredStreams).flatMap((streams) => Object.entries(streams)),
);

/**
 * Streams whose files go, by category. Files of all others are never removed, so that a service that is new here loses
 * nothing.
 */
type Owning = ReadonlyMap<string, GoingFiles>;

const owningAmong = (streams: Collected): Owning =>
  new Map(
    Object.entries(streams).flatMap(([category, { files = 'kept' }]) =>
      typeof files === 'string' ? [] : [[category, files]],
    ),
  );

/** The ids of what was purged: as the log says, for a read model may be wrong. */
const purgedIn = async (log: EventLog, owning: Owning, signal: AbortSignal): Promise<ReadonlySet<string>> => {
  const ids = new Set<string>();
  const ending = [...owning].flatMap(([category, { goAfter }]) =>
    goAfter === undefined ? [] : [{ category, type: goAfter.storedType }],
  );
  const types = new Set<string>(ending.map(({ type }) => type));
  const categories = ending.map(({ category }) => category);
  for (let after = START; ;) {
    signal.throwIfAborted();
    const batch = await log.readAll({ after, categories, limit: PAGE, withoutLarge: true });
    for (const { type, stream } of batch.events) if (types.has(type)) ids.add(idOf(stream));
    if (batch.caughtUp) return ids;
    after = batch.position;
  }
};

/** Whose an event is, as the log says. */
export class Owners {
  private constructor(
    private readonly log: EventLog,
    private readonly owning: Owning,
    private readonly purged: ReadonlySet<string>,
  ) {}

  /** Reads what was purged. Throws when it cannot, or when the signal aborts. */
  static async read(log: EventLog, streams: Collected, signal: AbortSignal): Promise<Owners> {
    const owning = owningAmong(streams);
    return new Owners(log, owning, await purgedIn(log, owning, signal));
  }

  /** The events that belong to what was purged for sure. */
  async purgedAmong(events: readonly RecordedEvent[]): Promise<ReadonlySet<RecordedEvent>> {
    const purged = new Set<RecordedEvent>();
    if (this.purged.size === 0) return purged;
    for (const event of events) if (await this.#isPurged(event)) purged.add(event);
    return purged;
  }

  async #isPurged(event: RecordedEvent): Promise<boolean> {
    const files = this.owning.get(categoryOf(event.stream));
    if (files === undefined) return false;
    const telling = files.told === 'at first' ? await this.#firstOf(event) : event;
    return ownersIn(files, telling).some((owner) => this.purged.has(owner));
  }

  async #firstOf(event: RecordedEvent): Promise<RecordedEvent> {
    if (event.revision === 0n) return event;
    return (await this.log.read(event.stream, { limit: 1 }))[0] ?? event;
  }
}

/** What an event's stream is, where that can be purged, and what it is in; an event of another kind may speak of one too. */
const ownersIn = (
  { goAfter, inside = [] }: GoingFiles,
  { stream, data }: RecordedEvent,
): readonly string[] => {
  const own = goAfter === undefined ? [] : [idOf(stream)];
  if (!isObject(data)) return own;
  return [...own, ...inside.map((field) => data[field]).filter((id) => typeof id === 'string')];
};

const isObject = (data: Json): data is { readonly [key: string]: Json | undefined } =>
  typeof data === 'object' && data !== null && !Array.isArray(data);
