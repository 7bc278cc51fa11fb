import { allEvents } from './events.js';
import type { EventDefinition } from './kit/event.js';
import type { StateDefinition } from './kit/state.js';
import { allStates } from './states.js';

/** Entities whose streams nobody outside reads; the second word of the stored types of their events. */
export const unpublishedEntities: ReadonlySet<string> = new Set([
  'reservation',
  'session',
  'api_key',
  'settings',
]);

/** A topic that carries every event of a service, from the first on. */
export interface EventsTopicDefinition {
  readonly kind: 'events';
  /** Without the prefix that an operator chooses: `datasets.events.v1`. */
  readonly name: string;
  readonly service: string;
  readonly events: readonly EventDefinition[];
}

/** A topic that carries the latest state of each of an entity. */
export interface StateTopicDefinition {
  readonly kind: 'state';
  /** `datasets.dataset.state.v1`. */
  readonly name: string;
  readonly service: string;
  readonly state: StateDefinition;
}

export type TopicDefinition = EventsTopicDefinition | StateTopicDefinition;

/** Entities that stand in the streams of another; the others have streams of their own name. */
const categories: Readonly<Record<string, string>> = {
  api_key: 'apiKey',
  item: 'datasetItem',
  label: 'datasetVersion',
  split: 'datasetVersion',
};

const wordsOf = (type: string): readonly string[] => type.split('.');
const serviceOf = (type: string): string => wordsOf(type)[0] ?? '';
const entityOf = (type: string): string => wordsOf(type)[1] ?? '';

/** The first part of the names of the streams that an event or a state is of: `datasetItem`. */
export const categoryOfType = (type: string): string => categories[entityOf(type)] ?? entityOf(type);

/** The events that other teams read. */
export const publishedEvents: readonly EventDefinition[] = allEvents.filter(
  ({ storedType }) => !unpublishedEntities.has(entityOf(storedType)),
);

const services = [...new Set(publishedEvents.map(({ storedType }) => serviceOf(storedType)))];

/** Every topic there is. */
export const allTopics: readonly TopicDefinition[] = [
  ...services.map((service) => ({
    kind: 'events' as const,
    name: `${service}.events.v1`,
    service,
    events: publishedEvents.filter(({ storedType }) => serviceOf(storedType) === service),
  })),
  ...allStates.map((state) => ({
    kind: 'state' as const,
    name: state.type,
    service: serviceOf(state.type),
    state,
  })),
];
