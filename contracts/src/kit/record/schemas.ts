import { type TSchema, type TUnsafe, Type } from '@sinclair/typebox';
import type { Field, FieldUse } from '../fields.js';
import type {
  Fitting,
  RecordDescription,
  RecordInput,
  RecordResource,
  RecordValues,
  UpdateBody,
} from './description.js';
import { Nullable, recordFields, Uuid } from '../schemas.js';

/** The shapes of a record. */
export interface RecordSchemas<D extends RecordDescription> {
  readonly resource: TUnsafe<RecordResource<D>>;
  /** The same without a name of its own. */
  readonly unnamed: TUnsafe<RecordResource<D>>;
  readonly input: TUnsafe<RecordInput<D>>;
  readonly changes: TUnsafe<UpdateBody<D>>;
  readonly example: RecordResource<D>;
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

const sentWith = ({ presence, schema }: Field): TSchema | undefined => {
  if (presence === 'own') return undefined;
  return presence === 'optional' ? Type.Optional(schema) : schema;
};
const changedWith = ({ presence, schema }: Field): TSchema | undefined => {
  if (presence === 'own') return undefined;
  return Type.Optional(presence === 'optional' ? Nullable(schema) : schema);
};

export const recordSchemasOf = <D extends RecordDescription>(d: D & Fitting<D>): RecordSchemas<D> => {
  const { title, paths } = d;
  const shown = { ...recordFields, ...mapped(d, ({ schema }) => unbounded(schema)) };
  const named = (paths.update ?? paths.one).includes('{id}') ? {} : { id: Uuid };
  const example: RecordValues<D> = d.example;
  return {
    resource: Type.Unsafe(Type.Object(shown, { title })),
    unnamed: Type.Unsafe(Type.Object(shown)),
    input: Type.Unsafe(Type.Object(mapped(d, sentWith), { title: `${title}Input` })),
    changes: Type.Unsafe(Type.Object({ ...named, ...mapped(d, changedWith) }, { title: `${title}Changes` })),
    example: { ...EXAMPLE, ...example },
  };
};
