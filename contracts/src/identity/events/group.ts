import { type Static, type TProperties, Type } from '@sinclair/typebox';
import { articled } from '../../kit/articled.js';
import { FileRecord } from '../../kit/blob.js';
import { event, type EventDefinition, Internal, type StoredType } from '../../kit/event.js';
import { Uuid } from '../../kit/schemas.js';
import { CLAIM, ORGANIZATION } from '../../kit/example-ids.js';
import { HeldName } from './user.js';

/** What people are members of. */
export const groupKinds = ['organization', 'team', 'project'] as const;
export type GroupKindName = (typeof groupKinds)[number];

const said = { name: Type.String(), slug: Type.String(), description: Type.String() };
const createdSchema = <Own extends TProperties>(own: Own) =>
  Type.Object({
    id: Uuid,
    user_id: Uuid,
    ...said,
    ...own,
    held_slug: Internal(HeldName),
  });
const updatedSchema = <Own extends TProperties, Beside extends TProperties>(own: Own, beside: Beside) =>
  Type.Object({
    changes: Type.Partial(Type.Object({ ...said, ...own })),
    ...beside,
    held_slug: Type.Optional(Internal(HeldName)),
  });
/** What a kind of group is called in sentences. */
const named = (noun: string) => {
  const word = noun.toLowerCase();
  const a = articled(word);
  return { word, a, A: `A${a.slice(1)}` };
};
const Nothing = Type.Object({});
const Within = Type.Object({ organization_id: Uuid });
const SlugAbandoned = Type.Object({ claim_id: Internal(Uuid) });

/** What the events of every group tell, by what they do; a group's own fields are beside these. */
export interface GroupEventData {
  readonly created: Readonly<{
    id: string;
    user_id: string;
    name: string;
    slug: string;
    description: string;
    held_slug: HeldName;
  }>;
  readonly updated: {
    readonly changes: { readonly name?: string; readonly slug?: string; readonly description?: string };
    readonly held_slug?: HeldName;
  };
  readonly logoSet: FileRecord;
  readonly logoRemoved: object;
  readonly deleted: Readonly<Static<typeof Within>>;
  readonly restored: Readonly<Static<typeof Within>>;
  readonly slugAbandoned: Readonly<Static<typeof SlugAbandoned>>;
}
export type GroupEventDefinitions = Readonly<Record<keyof GroupEventData, EventDefinition>>;

interface GroupEventsOf<
  Noun extends string,
  Own extends TProperties,
  Changed extends TProperties,
  Beside extends TProperties,
> {
  /** Its events are named with it: `Team`. */
  readonly noun: Noun;
  /** What it has from its first event on, beside what all groups have. */
  readonly own: Own;
  /** What of that can change. */
  readonly changed: Changed;
  /** What a change tells at its top: what is not published must stand there. */
  readonly beside: Beside;
  /** Data of the first two; they stand in the documents. */
  readonly examples: {
    readonly created: Static<ReturnType<typeof createdSchema<Own>>>;
    readonly updated: Static<ReturnType<typeof updatedSchema<Changed, Beside>>>;
  };
}

/** The events of one kind of group: it comes, changes, goes and comes back. */
export const groupEvents = <
  const Noun extends string,
  Own extends TProperties,
  Changed extends TProperties,
  Beside extends TProperties,
>({
  noun,
  own,
  changed,
  beside,
  examples,
}: GroupEventsOf<Noun, Own, Changed, Beside>) => {
  const { word, a, A } = named(noun);
  return {
    created: event({
      name: `${noun}Created`,
      storedType: stored(word, 'created'),
      description: `${A} was made; its slug was reserved just before.`,
      schema: createdSchema(own),
      example: examples.created,
    }),
    updated: event({
      name: `${noun}Updated`,
      storedType: stored(word, 'updated'),
      description: `Fields of ${a} were set; a new slug was reserved just before.`,
      schema: updatedSchema(changed, beside),
      example: examples.updated,
    }),
    ...logoEvents(noun),
    ...endEvents(noun),
  } as const;
};

const stored = (word: string, verb: string): StoredType => `identity.${word}.${verb}.v1`;

const logoEvents = <const Noun extends string>(noun: Noun) => {
  const { word, a, A } = named(noun);
  return {
    logoSet: event({
      name: `${noun}LogoSet`,
      storedType: stored(word, 'logo_set'),
      description: `${A} got a logo.`,
      schema: FileRecord,
      example: { sha256: 'a'.repeat(64), size: 4096, content_type: 'image/png', file_name: 'logo.png' },
    }),
    logoRemoved: event({
      name: `${noun}LogoRemoved`,
      storedType: stored(word, 'logo_removed'),
      description: `The logo of ${a} was taken away.`,
      schema: Nothing,
      example: {},
    }),
  } as const;
};

const endEvents = <const Noun extends string>(noun: Noun) => {
  const { word, a, A } = named(noun);
  return {
    deleted: event({
      name: `${noun}Deleted`,
      storedType: stored(word, 'deleted'),
      description: `${A} was deleted: nobody holds anything in it until it is restored.`,
      schema: Within,
      example: { organization_id: ORGANIZATION },
    }),
    restored: event({
      name: `${noun}Restored`,
      storedType: stored(word, 'restored'),
      description: `The deletion of ${a} was undone.`,
      schema: Within,
      example: { organization_id: ORGANIZATION },
    }),
    slugAbandoned: event({
      name: `${noun}SlugAbandoned`,
      storedType: stored(word, 'slug_abandoned'),
      description: `A slug was reserved for this ${word} and never taken; it may not take it any more.`,
      schema: SlugAbandoned,
      example: { claim_id: CLAIM },
    }),
  } as const;
};
