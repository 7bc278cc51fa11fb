import { Type } from '@sinclair/typebox';
import { event, Internal } from '../event.js';
import type { Field } from '../fields.js';
import type {
  Fitting,
  RecordDescription,
  RecordValues,
  RequiredValues,
  TransitionEvents,
} from './description.js';
import { Time, Uuid } from '../schemas.js';
import { apart, EXAMPLE_ID, mapped, unbounded } from './schemas.js';
import { capital, nounOf, nounWithArticle } from './words.js';

/** What is written when one is made: every field. One that was added later is absent in what is older. */
type CreatedData<D extends RecordDescription> = { readonly id: string } & RequiredValues<D> &
  Partial<RecordValues<D>>;

/** What is written when fields are set: what is internal stands beside the changes. */
type UpdatedData<D extends RecordDescription> = {
  readonly changes: Partial<RecordValues<D>>;
} & Partial<RecordValues<D>>;

/** Of records with `unique` alone: what was reserved for it and not taken by it is free again (law 5). */
const claimAbandonedOf = <Title extends string>(title: Title, d: RecordDescription) =>
  event({
    name: `${title}ClaimAbandoned`,
    storedType: `${d.area}.${d.entity}.claim_abandoned.v1`,
    description: `A value that was reserved for ${nounWithArticle(d)} and not taken by it is free for another.`,
    schema: Type.Object({ claim_id: Internal(Uuid) }),
    example: { claim_id: EXAMPLE_ID },
  });

/** The fields in the data of events: all of one that is made; those that are set, and beside them what is internal. */
const dataOf = (d: RecordDescription) => {
  const isInternal = ({ use }: Field) => use.internal === true;
  const kept = (field: Field) =>
    isInternal(field) ? Internal(unbounded(field.schema)) : unbounded(field.schema);
  return {
    written: mapped(d, (field) => (field.presence === 'required' ? kept(field) : Type.Optional(kept(field)))),
    changes: Type.Partial(
      Type.Object(mapped(d, (field) => (isInternal(field) ? undefined : unbounded(field.schema)))),
    ),
    beside: mapped(d, (field) => (isInternal(field) ? Type.Optional(kept(field)) : undefined)),
  };
};

/** The events that every record has. */
export const recordEventsOf = <D extends RecordDescription>(d: D & Fitting<D>) => {
  const title: D['title'] = d.title;
  const type = <const Verb extends string>(verb: Verb) => `${d.area}.${d.entity}.${verb}.v1` as const;
  const nothing = { schema: Type.Object({}), example: {} };
  const { written, changes, beside } = dataOf(d);
  const example: RecordValues<D> = d.example;
  const { published, internal } = apart(d, example);
  return {
    created: event({
      name: `${title}Created`,
      storedType: type('created'),
      description: `${capital(nounWithArticle(d))} was made.`,
      schema: Type.Unsafe<CreatedData<D>>(Type.Object({ id: Uuid, ...written })),
      example: { id: EXAMPLE_ID, ...example },
    }),
    updated: event({
      name: `${title}Updated`,
      storedType: type('updated'),
      description: `Fields of ${nounWithArticle(d)} were set; those that are absent stay as they were.`,
      schema: Type.Unsafe<UpdatedData<D>>(Type.Object({ changes, ...beside })),
      example: { changes: published, ...internal },
    }),
    deleted: event({
      name: `${title}Deleted`,
      storedType: type('deleted'),
      description: `${capital(nounWithArticle(d))} was deleted; it can be restored until it is purged.`,
      schema: Type.Object({ purge_at: Time }),
      example: { purge_at: '2026-03-03T12:00:00.000Z' },
    }),
    restored: event({
      name: `${title}Restored`,
      storedType: type('restored'),
      description: `A deleted ${nounOf(d)} is back as it was.`,
      ...nothing,
    }),
    purged: event({
      name: `${title}Purged`,
      storedType: type('purged'),
      description: `A deleted ${nounOf(d)} can no longer be restored.`,
      ...nothing,
    }),
    claimAbandoned: claimAbandonedOf(title, d),
  };
};

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The events of a record's transitions. */
export const transitionsOf = <D extends RecordDescription>({
  area,
  entity,
  title,
  transitions = {},
}: D): TransitionEvents<D> =>
  Object.fromEntries(
    Object.entries(transitions).map(([name, { description, schema, example }]) => [
      name,
      event({
        name: `${title}${capital(name)}`,
        storedType: `${area}.${entity}.${snake(name)}.v1`,
        description,
        schema,
        example,
      }),
    ]),
  ) as TransitionEvents<D>;
