import { Kind, type Static, type TSchema, Type } from '@sinclair/typebox';
import { blobFields } from './blob.js';

/** The name an event is stored and published under, `datasets.item.annotated.v1` (events.md, *Names*). */
export type StoredType = `${string}.${string}.${string}.v${number}`;

/** An event as the domain speaks of it: the TypeScript name and the data, nothing of storage. */
export interface DomainEvent<Name extends string = string, Data = unknown> {
  readonly type: Name;
  readonly data: Data;
}

export interface EventDefinition<Name extends string = string, Schema extends TSchema = TSchema> {
  /** Past tense with its subject: `ItemAnnotated`. */
  readonly name: Name;
  readonly storedType: StoredType;
  /** One sentence for people who subscribe to it. */
  readonly description: string;
  readonly schema: Schema;
  /** Data that the schema accepts; it stands in the documents and is the golden file of this version. */
  readonly example: Static<Schema>;
  /** Top-level fields of the data that tell of a person; stored encrypted under that person's key (law 8). */
  readonly personal: readonly string[];
  /** Top-level fields of the data that serve the inside: they are stored, and neither published nor promised. */
  readonly internal: readonly string[];
  /** Where the data name blobs: `logo/sha256`; `*` stands for every place of a list. */
  readonly blobs: readonly string[];
  /** The field of the data whose value is the id of the person the personal fields tell of. */
  readonly subject: string | undefined;
  /** Makes the event. */
  of(this: void, data: Static<Schema>): DomainEvent<Name, Static<Schema>>;
}

/** The domain event that a definition describes. */
export type EventOf<Definition> =
  Definition extends EventDefinition<infer Name, infer Schema> ? DomainEvent<Name, Static<Schema>> : never;

interface EventDescription<Name extends string, Schema extends TSchema> {
  readonly name: Name;
  readonly storedType: StoredType;
  readonly description: string;
  readonly schema: Schema;
  readonly example: Static<Schema>;
  readonly subject?: string;
}

/** Declares an event: its TypeScript name, its stored type and its schema, once. */
export const event = <const Name extends string, Schema extends TSchema>(
  described: EventDescription<Name, Schema>,
): EventDefinition<Name, Schema> => ({
  ...described,
  personal: fieldsMarked(described.schema, 'x-personal'),
  internal: fieldsMarked(described.schema, 'x-internal'),
  blobs: blobFields(described.schema),
  subject: described.subject,
  of: (data) => ({ type: described.name, data }),
});

/** What stands in the place of a personal value in a stored event: AES-256-GCM under the subject's key, base64. */
export const Encrypted = Type.Object({ encrypted: Type.String() }, { additionalProperties: false });
export type Encrypted = Static<typeof Encrypted>;

/** A text about a person: plain when the event is made and after it was opened, encrypted when stored. */
export const Personal = (): ReturnType<typeof personalSchema> => personalSchema();
export type Personal = Static<ReturnType<typeof personalSchema>>;

const personalSchema = () => Type.Union([Type.String(), Encrypted], { 'x-personal': true });

/** A field that serves the inside: other teams neither get it nor may rely on it. At the top of the data only. */
export const Internal = <Schema extends TSchema>(schema: Schema): Schema => ({
  ...schema,
  'x-internal': true,
});

const fieldsMarked = (schema: TSchema, mark: string): string[] => {
  if (schema[Kind] !== 'Object') return [];
  const properties = schema['properties'] as Record<string, TSchema>;
  return Object.entries(properties)
    .filter(([, property]) => property[mark] === true)
    .map(([name]) => name);
};
