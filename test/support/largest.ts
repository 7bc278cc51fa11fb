import type { Operation } from '@cairn/contracts';
import type { TSchema } from '@sinclair/typebox';

/** Of what a body may be: less by what stands around it. */
const BYTES = 9_900_000;
const VALUES = 145_000;

/** One body, as large as its operation takes it in one place. */
export interface LargeBody {
  /** Where it is large, and by what. */
  readonly place: string;
  readonly body: unknown;
}

type Fields = Readonly<Record<string, unknown>>;
type Schema = TSchema & {
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly maxItems?: number;
  readonly maxLength?: number;
};

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** For each field of the body of an operation, valid bodies in which this one is as large as its schema and all bounds allow. */
export const largestBodies = ({ body }: Pick<Operation, 'body'>, valid: unknown): readonly LargeBody[] =>
  body === undefined ? [] : inFields(body, isFields(valid) ? valid : {}, '');

const inFields = (schema: Schema, valid: Fields, at: string): readonly LargeBody[] =>
  Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
    largestOf(field, valid[name], `${at}/${name}`).map(({ place, body }) => ({
      place,
      body: { ...valid, [name]: body },
    })),
  );

const largestOf = (schema: Schema, valid: unknown, at: string): readonly LargeBody[] => {
  if (schema.anyOf !== undefined) return schema.anyOf.flatMap((each) => largestOf(each, valid, at));
  if (isText(schema)) return textOf(schema, at);
  if (schema['type'] === 'array') return arrayOf(schema, valid, at);
  if (schema.properties !== undefined) return inFields(schema, isFields(valid) ? valid : {}, at);
  return isFree(schema) ? freeOf(at) : [];
};

const isText = (schema: Schema): boolean =>
  schema['type'] === 'string' && !['enum', 'const', 'format'].some((key) => key in schema);

const isFree = (schema: Schema): boolean => schema['type'] === undefined || schema['type'] === 'object';

const textOf = ({ maxLength = BYTES }: Schema, at: string): readonly LargeBody[] =>
  maxLength < 10_000 ? [] : [{ place: `${at} text`, body: 'x'.repeat(Math.min(maxLength, BYTES)) }];

/** Many small values, one long text, what nests as deep as it may. */
const freeOf = (at: string): readonly LargeBody[] => {
  const keys = Array.from({ length: VALUES / 2 }, (_, n) => [`key${n}`, n] as const);
  const nested = Array.from({ length: 2_000 }, () => nest(50));
  return [
    { place: `${at} keys`, body: Object.fromEntries(keys) },
    { place: `${at} long`, body: { text: 'x'.repeat(BYTES) } },
    { place: `${at} million`, body: { text: 'x'.repeat(900_000) } },
    { place: `${at} deep`, body: { nested } },
  ];
};

const nest = (depth: number): unknown => (depth === 0 ? 1 : [nest(depth - 1)]);

/** As many of the valid elements as there may be, and one that is as large as it may be. */
const arrayOf = ({ items, maxItems = VALUES }: Schema, valid: unknown, at: string): readonly LargeBody[] => {
  const [first] = Array.isArray(valid) ? (valid as readonly unknown[]) : [];
  const element = first ?? (items?.['type'] === 'number' ? 0.5 : undefined);
  const large = items === undefined ? [] : largestOf(items, first, `${at}/0`);
  const single = large.map(({ place, body }) => ({ place, body: [body] }));
  if (element === undefined) return single;
  const size = valuesIn(element);
  const count = Math.min(maxItems, Math.floor(VALUES / size));
  return [
    { place: `${at} ${count} times`, body: Array.from({ length: count }, (_, n) => named(element, n)) },
    ...single,
  ];
};

/** Elements that must differ do so in what they are called. */
const named = (element: unknown, n: number): unknown => {
  if (!isFields(element)) return element;
  const told = ['uid', 'name', 'key'].filter((field) => typeof element[field] === 'string');
  return {
    ...element,
    ...Object.fromEntries(told.map((field) => [field, `${String(element[field])} ${n}`])),
  };
};

const valuesIn = (value: unknown): number => {
  if (Array.isArray(value)) return 1 + value.reduce<number>((sum, each) => sum + valuesIn(each), 0);
  if (!isFields(value)) return 1;
  return 1 + Object.values(value).reduce<number>((sum, each) => sum + 1 + valuesIn(each), 0);
};
