import type { Static, TSchema } from '@sinclair/typebox';

/** What lists may do with a field, and how it is kept and shown. */
export interface FieldUse {
  readonly sort?: true;
  readonly filter?: true;
  /** Its words are found by `q`: of one field of a record. */
  readonly words?: true;
  /** A text of JSON: an object or a list is taken as its text, and what does not parse is refused (TRAP-15). */
  readonly json?: true;
  /** Left out of what is shown while it is as it is at first. */
  readonly leftOut?: true;
  /** Neither published nor promised: readers of the record see it, other teams do not. */
  readonly internal?: true;
}

/** Who sets a field: a caller must, a caller may, or the server alone. */
export type FieldPresence = 'required' | 'optional' | 'own';

/** A field of a record. */
export interface Field<
  Schema extends TSchema = TSchema,
  Presence extends FieldPresence = FieldPresence,
  Use extends FieldUse = FieldUse,
> {
  /** As callers may send it. */
  readonly schema: Schema;
  readonly presence: Presence;
  /** What it is where nothing was sent, and what `null` makes of it; absent where it is required. */
  readonly initial?: Static<Schema>;
  readonly use: Use;
}

/** A field without any of that. */
export interface Unused extends FieldUse {
  readonly sort?: never;
  readonly filter?: never;
  readonly words?: never;
  readonly json?: never;
  readonly leftOut?: never;
  readonly internal?: never;
}

/** A field that a caller must send. */
export const required = <Schema extends TSchema, const Use extends FieldUse = Unused>(
  schema: Schema,
  use?: Use,
): Field<Schema, 'required', Use> => ({ schema, presence: 'required', use: use ?? ({} as Use) });

/** A field that is `initial` where none is sent, and again when `null` clears it. */
export const optional = <Schema extends TSchema, const Use extends FieldUse = Unused>(
  schema: Schema,
  initial: NoInfer<Static<Schema>>,
  use?: Use,
): Field<Schema, 'optional', Use> => ({ schema, presence: 'optional', initial, use: use ?? ({} as Use) });

/** A field that no caller sets: the path it is in says it, or an event of the record's own. */
export const own = <Schema extends TSchema, const Use extends FieldUse = Unused>(
  schema: Schema,
  initial: NoInfer<Static<Schema>>,
  use?: Use,
): Field<Schema, 'own', Use> => ({ schema, presence: 'own', initial, use: use ?? ({} as Use) });
