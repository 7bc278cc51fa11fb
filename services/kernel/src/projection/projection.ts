import type { DomainEvent, EventDefinition, StoredType } from '@cairn/contracts';
import type { Change, Collection } from '../documents/port.js';
import { atOnce, type Steps } from '../clock/steps.js';
import { applyInSteps, type DocumentMaps } from '../documents/memory.js';
import type { Upcast } from '../domain/aggregate.js';
import { openPersonal } from '../domain/personal.js';
import type { EventRegistry } from '../domain/registry.js';
import { idOf } from '../domain/streams.js';
import type { Position } from '../base/position.js';
import type { Actor, RecordedEvent } from '../eventlog/port.js';
import type { Derived } from '../targets/derived.js';
import type { TargetChange } from '../targets/port.js';
import type { Vault } from '../vault/port.js';

/** An event as a projection sees it: understood, opened, with what is known of it. */
export interface ProjectedEvent {
  readonly event: DomainEvent;
  /** The bare id of the stream. */
  readonly id: string;
  readonly stream: string;
  readonly revision: bigint;
  readonly position: Position;
  readonly at: string;
  readonly actor: Actor;
  readonly eventId: string;
  /** Of the record, as a stream's tip has it: with the revision it says where to read the stream on. */
  readonly hash: string;
  /** The command that made the event (law 3). */
  readonly command: string;
  /** What that command is called: `datasets.createDatasetItem`. */
  readonly commandName: string;
  /** Of the request that caused it, however indirectly. */
  readonly correlation: string;
  /** Of which what it is about is, as the event says. */
  readonly organization?: string;
}

/**
 * A read model as a pure function of its service's events: it never reads. What a counter needs is in the event,
 * because the decision knew the state. Its changes are documents', unless it has another target.
 */
export interface Projection<Event extends DomainEvent = DomainEvent, Changed extends TargetChange = Change> {
  /** `<service>.<view>`: `datasets.items`. */
  readonly name: string;
  /** Counts up when documents or indexes change their shape. */
  readonly version: number;
  readonly collections: readonly Collection[];
  /**
   * Fields of its documents that serve queries and are no part of the resource, so that no history tells them: `words`,
   * and beneath others `labels.*.updated_at`.
   */
  readonly internal?: readonly string[];
  /** What is kept beside its documents and follows from them. Reads of the past have none of it. */
  readonly derived?: Derived;
  readonly events: readonly EventDefinition[];
  /** As its aggregate's: how data of stored types that are no longer written become data of today's. */
  readonly upcasts?: Readonly<Record<StoredType, Upcast>>;
  project(this: void, event: Event, facts: Omit<ProjectedEvent, 'event'>): readonly Changed[];
}

/** The documents of a projection in one version: `datasets.items@1`. A release reads and writes one of each. */
export const generationOf = ({ name, version }: Pick<Projection, 'name' | 'version'>): string =>
  `${name}@${version}`;

/** How far a projection is behind the log. */
export interface Lag {
  readonly events: number;
  readonly ms: number;
}

/** Declares a projection. */
export const projection = <Event extends DomainEvent>(definition: Projection<Event>): Projection<Event> =>
  definition;

/**
 * Opens a record for a projection; `undefined` when its type is none of the registry's. Only an event that tells of a
 * person has to wait for a key, so that the many others cost no turn of the event loop.
 */
export const projected = (
  registry: EventRegistry,
  recorded: RecordedEvent,
  vault: Vault,
): ProjectedEvent | undefined | Promise<ProjectedEvent> => {
  const event = registry.understand(recorded);
  if (event === undefined) return undefined;
  const definition = registry.definition(event.type);
  if (definition.personal.length === 0) return seenAs(recorded, event);
  const data = event.data as RecordedEvent['data'];
  return openPersonal(data, definition, recorded.stream, vault).then((opened) =>
    seenAs(recorded, { type: event.type, data: opened }),
  );
};

const seenAs = (recorded: RecordedEvent, event: DomainEvent): ProjectedEvent => ({
  event,
  id: idOf(recorded.stream),
  stream: recorded.stream,
  revision: recorded.revision,
  position: recorded.position,
  at: recorded.metadata.at,
  actor: recorded.metadata.actor,
  eventId: recorded.id,
  hash: recorded.hash,
  command: recorded.metadata.command,
  commandName: recorded.metadata.commandName,
  correlation: recorded.metadata.correlation,
  ...(recorded.metadata.organization === undefined ? {} : { organization: recorded.metadata.organization }),
});

/**
 * The documents that some events make, in memory: the same `project` that fills the store (architecture, *As-of*).
 * `documents` are those that earlier events made; they are changed in place.
 */
export const projectInMemory = (
  model: Projection,
  events: readonly ProjectedEvent[],
  documents: DocumentMaps = new Map(),
): DocumentMaps => {
  for (const event of events) atOnce(projectInSteps(model, event, documents));
  return documents;
};

/** What one event makes of documents in memory, which are changed in place. */
export const projectInSteps = (
  model: Projection,
  { event, ...facts }: ProjectedEvent,
  documents: DocumentMaps,
): Steps<void> => applyInSteps(documents, model.project(event, facts));
