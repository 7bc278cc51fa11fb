import { type Static, Type } from '@sinclair/typebox';

/** What tells things of one kind apart: a few short words or numbers. */
export const Tags = Type.Record(
  Type.String({ minLength: 1, maxLength: 50 }),
  Type.Union([Type.String({ maxLength: 100 }), Type.Number(), Type.Boolean()]),
  { maxProperties: 20 },
);
export type Tags = Readonly<Static<typeof Tags>>;
