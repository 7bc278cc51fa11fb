import type { EventDefinition } from '@cairn/contracts';
import type { AggregateKind } from '../domain/aggregate.js';
import { type EventRegistry, eventRegistry } from '../domain/registry.js';
import { LARGE_PAYLOAD_BYTES, storedForm } from '../eventlog/large-payloads.js';
import type { Json } from '../base/json-value.js';
import type { EventLog, RecordedEvent } from '../eventlog/port.js';
import { cloudEvent, type Content, type EnvelopeSettings, sequenceOf } from './cloud-event.js';
import type { Message, Topic } from './port.js';
import { type Publication, UnknownEvent } from './publication.js';
import { publicPart } from './published-data.js';
import type { EventsTopic } from '../context/published.js';

export interface EventsPublicationOptions {
  readonly topic: Topic;
  readonly events: EventsTopic;
  readonly aggregates: readonly AggregateKind[];
  /** As it is stored, without large payloads in their place: they are not published either. */
  readonly log: EventLog;
  readonly envelope: EnvelopeSettings;
}

/** Every event of a service as a topic tells them. Personal fields stay encrypted, as they are stored. */
export const eventsPublication = (options: EventsPublicationOptions): Publication => {
  const telling = new Telling(eventRegistry(options.aggregates), options.events);
  return {
    topic: options.topic,
    categories: options.aggregates.map(({ category }) => category),
    log: options.log,
    messagesOf: (events) => events.map((recorded) => messageOf(telling, recorded, options.envelope)),
  };
};

const messageOf = (telling: Telling, recorded: RecordedEvent, envelope: EnvelopeSettings): Message => {
  const { type, content } = telling.told(recorded);
  return cloudEvent(recorded, type, content, envelope);
};

interface Told {
  readonly type: string;
  readonly content: Content;
}

/** Tells stored events in the versions of one topic. */
class Telling {
  constructor(
    private readonly registry: EventRegistry,
    private readonly topic: EventsTopic,
  ) {}

  told(recorded: RecordedEvent): Told {
    const definition = this.registry.defined(recorded.type);
    if (definition === undefined) throw new UnknownEvent(recorded);
    const type = this.topic.casts?.[definition.name]?.storedType ?? definition.storedType;
    const stored = storedForm(recorded.data);
    if (stored.kind === 'blob') return { type, content: elsewhere(recorded) };
    const all = type === recorded.type ? stored.data : this.#cast(recorded.type, stored.data, definition);
    const data = publicPart(definition, all);
    return { type, content: isLarge(data) ? elsewhere(recorded) : { kind: 'data', data } };
  }

  /** Upcast to today's shape, and from there to the topic's. */
  #cast(type: string, data: Json, { name }: EventDefinition): Json {
    const today = this.registry.understand({ type, data })?.data as Json;
    return this.topic.casts?.[name]?.cast(today) ?? today;
  }
}

/** Names the event by what finds it in the log, so that nothing has to remember where the large ones are (ADR-0017). */
const elsewhere = ({ id, stream, revision }: RecordedEvent): Content => ({
  kind: 'elsewhere',
  dataref: `/api/v1/events/${id}/data?subject=${stream}&sequence=${sequenceOf(revision)}`,
});

const isLarge = (data: Json): boolean => Buffer.byteLength(JSON.stringify(data)) > LARGE_PAYLOAD_BYTES;
