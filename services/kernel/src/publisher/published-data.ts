import type { EventDefinition } from '@cairn/contracts';
import { type AggregateKind } from '../domain/aggregate.js';
import { eventRegistry } from '../domain/registry.js';
import type { Json } from '../base/json-value.js';
import type { RecordedEvent } from '../eventlog/port.js';

/** The data of an event of these aggregates as its topic tells them: today's shape, personal fields encrypted. */
export const publishedData = (
  aggregates: readonly AggregateKind[],
  recorded: RecordedEvent,
): Json | undefined => {
  const registry = eventRegistry(aggregates);
  const event = registry.understand(recorded);
  return event && publicPart(registry.definition(event.type), event.data as Json);
};

/** Data without the fields that serve the inside. Data that have none are given back as they are. */
export const publicPart = ({ internal }: Pick<EventDefinition, 'internal'>, data: Json): Json => {
  const fields = data as Readonly<Record<string, Json>>;
  if (internal.every((field) => fields[field] === undefined)) return data;
  return Object.fromEntries(Object.entries(fields).filter(([field]) => !internal.includes(field)));
};
