import { allEvents } from './events.js';
import type { EventDefinition } from './kit/event.js';
import type { StateDefinition } from './kit/state.js';
import { allStates } from './states.js';
import { categoryOfType, publishedCategories } from './streams.js';

/** A topic that carries every event of a service, from the first on. */
interface EventsTopicDefinition {
  readonly kind: 'events';
  /** Without the prefix that an operator chooses: `datasets.events.v1`. */
  readonly name: string;
  readonly service: string;
  readonly events: readonly EventDefinition[];
}

/** A topic that carries the latest state of each of an entity. */
interface StateTopicDefinition {
  readonly kind: 'state';
  /** `datasets.dataset.state.v1`. */
  readonly name: string;
  readonly service: string;
  readonly state: StateDefinition;
}

export type TopicDefinition = EventsTopicDefinition | StateTopicDefinition;

const serviceOf = (type: string): string => type.slice(0, type.indexOf('.'));

/** The events that other teams read. */
export const publishedEvents: readonly EventDefinition[] = allEvents.filter(({ storedType }) =>
  publishedCategories.has(categoryOfType(storedType)),
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
