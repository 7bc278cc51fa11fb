import { type Static, Type } from '@sinclair/typebox';

/** What tells things of one kind apart, as it is told. */
export const Tags = Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()]));
export type Tags = Readonly<Static<typeof Tags>>;

/** The same as a caller sends it: a few short words or numbers. */
export const SentTags = Type.Record(
  Type.String(),
  Type.Union([Type.String({ maxLength: 100 }), Type.Number(), Type.Boolean()]),
  { maxProperties: 20, propertyNames: { maxLength: 50, pattern: /^.+$/.source } },
);
