import { type TSchema, type TUnsafe, Type } from '@sinclair/typebox';
import type { Field, FieldUse } from '../fields.js';
import type {
  Fitting,
  RecordDescription,
  RecordInput,
  RecordPublic,
  RecordResource,
  RecordValues,
  UpdateBody,
} from './description.js';
import { JsonObject, Nullable, recordFields, Uuid } from '../schemas.js';

/** The shapes of a record. */
export interface RecordSchemas<D extends RecordDescription> {
  readonly resource: TUnsafe<RecordResource<D>>;
  /** As other teams read it: without a name of its own, and without what is internal. */
  readonly published: TUnsafe<RecordPublic<D>>;
  readonly input: TUnsafe<RecordInput<D>>;
  readonly changes: TUnsafe<UpdateBody<D>>;
  readonly example: RecordResource<D>;
  readonly publishedExample: RecordPublic<D>;
}

const EXAMPLE = {
  id: '018f4d1a-0000-7000-8000-0000000000a1',
  created_at: '2026-01-31T12:00:00.000Z',
  updated_at: '2026-02-01T08:30:00.000Z',
};
export const EXAMPLE_ID = EXAMPLE.id;

const BOUNDS = new Set(['minLength', 'maxLength', 'pattern', 'minimum', 'maximum', 'minItems', 'maxItems']);

/** The same type without today's bounds: what is in the log was within those of its time. */
export const unbounded = (schema: TSchema): TSchema =>
  Type.Unsafe(Object.fromEntries(Object.entries(schema).filter(([keyword]) => !BOUNDS.has(keyword))));

/** The fields of which there is a schema. */
export const mapped = (
  { fields }: RecordDescription,
  schemaOf: (field: Field) => TSchema | undefined,
): Record<string, TSchema> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const schema = schemaOf(field);
      return schema === undefined ? [] : [[name, schema] as const];
    }),
  );

/** The names of the fields that have a use. */
export const namesUsed = ({ fields }: RecordDescription, use: keyof FieldUse): readonly string[] =>
  Object.entries(fields).flatMap(([name, field]) => (field.use[use] === true ? [name] : []));

/** What a caller may send for a field. */
const sendable = ({ schema, use }: Field): TSchema =>
  use.json === true ? Type.Union([schema, JsonObject, Type.Array(Type.Unknown())]) : schema;

const sentWith = (field: Field): TSchema | undefined => {
  if (field.presence === 'own') return undefined;
  return field.presence === 'optional' ? Type.Optional(sendable(field)) : sendable(field);
};
const changedWith = (field: Field): TSchema | undefined => {
  if (field.presence === 'own') return undefined;
  return Type.Optional(field.presence === 'optional' ? Nullable(sendable(field)) : sendable(field));
};

const shownWith = ({ schema, use }: Field): TSchema =>
  use.leftOut === true ? Type.Optional(unbounded(schema)) : unbounded(schema);

/** What is shown of values: not what is left out while it is as it is at first. */
export const shownOf = (
  { fields }: RecordDescription,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => {
      const field = fields[name];
      return field?.use.leftOut !== true || value !== field.initial;
    }),
  );

/** Values that other teams read, and those that they do not. */
export const apart = <Values extends object>(
  { fields }: RecordDescription,
  values: Values,
): { readonly published: Partial<Values>; readonly internal: Partial<Values> } => {
  const entries = Object.entries(values);
  const isInternal = ([name]: readonly [string, unknown]) => fields[name]?.use.internal === true;
  return {
    published: Object.fromEntries(entries.filter((entry) => !isInternal(entry))) as Partial<Values>,
    internal: Object.fromEntries(entries.filter(isInternal)) as Partial<Values>,
  };
};

export const recordSchemasOf = <D extends RecordDescription>(d: D & Fitting<D>): RecordSchemas<D> => {
  const { title, paths } = d;
  const shown = { ...recordFields, ...mapped(d, shownWith) };
  const named = (paths.update ?? paths.one).includes('{id}') ? {} : { id: Uuid };
  const values: RecordValues<D> = d.example;
  const example = { ...EXAMPLE, ...shownOf(d, values) };
  return {
    resource: Type.Unsafe(Type.Object(shown, { title })),
    published: Type.Unsafe(Type.Object(apart(d, shown).published as typeof shown)),
    input: Type.Unsafe(Type.Object(mapped(d, sentWith), { title: `${title}Input` })),
    changes: Type.Unsafe(Type.Object({ ...named, ...mapped(d, changedWith) }, { title: `${title}Changes` })),
    example: example as RecordResource<D>,
    publishedExample: apart(d, example).published as RecordPublic<D>,
  };
};
