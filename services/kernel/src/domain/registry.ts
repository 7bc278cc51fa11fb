import type { DomainEvent, EventDefinition } from '@cairn/contracts';
import type { Json } from '../base/json-value.js';
import type { RecordedEvent } from '../eventlog/port.js';
import type { Upcast } from './aggregate.js';

interface EventSource {
  readonly events: readonly EventDefinition[];
  readonly upcasts?: Readonly<Record<string, Upcast>>;
}

/** Knows the name of every stored type and back. */
export interface EventRegistry {
  definition(name: string): EventDefinition;
  /** Today's definition of the event that is stored under a type; `undefined` for a type nobody here knows. */
  defined(storedType: string): EventDefinition | undefined;
  /** The domain event in a record, upcast to today's shape; `undefined` for a type nobody here knows. */
  understand(recorded: Pick<RecordedEvent, 'type' | 'data'>): DomainEvent | undefined;
}

/** Makes the registry of some aggregates' or projections' events. Throws when two events share a name or a stored type. */
export const eventRegistry = (sources: readonly EventSource[]): EventRegistry => {
  const definitions = new Map<string, EventDefinition>();
  const upcasts = new Map<string, Upcast>();
  for (const definition of sources.flatMap((source) => source.events)) {
    const known = definitions.get(definition.name);
    if (known !== undefined && known.storedType !== definition.storedType)
      throw new Error(`two events are named ${definition.name}`);
    definitions.set(definition.name, definition);
    upcasts.set(definition.storedType, { name: definition.name, upcast: same });
  }
  for (const source of sources)
    for (const [type, upcast] of Object.entries(source.upcasts ?? {})) upcasts.set(type, upcast);
  return {
    definition: (name) => {
      const definition = definitions.get(name);
      if (definition === undefined) throw new Error(`no event is declared as ${name}`);
      return definition;
    },
    defined: (storedType) => definitions.get(upcasts.get(storedType)?.name ?? ''),
    understand: ({ type, data }) => {
      const known = upcasts.get(type);
      return known && { type: known.name, data: known.upcast(data) };
    },
  };
};

const same = (data: Json): Json => data;
