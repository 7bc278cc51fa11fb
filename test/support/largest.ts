import { type Operation, smallBody } from '@cairn/contracts';
import type { TSchema } from '@sinclair/typebox';

/** What a body may be, less what stands around the part that is large. */
interface Most {
  readonly bytes: number;
  readonly values: number;
}
const MOST: Most = { bytes: 9_900_000, values: 145_000 };
const SMALL: Most = { bytes: smallBody.bytes - 4_000, values: smallBody.values - 100 };
/** A text that may be no longer is small. */
const SMALL_TEXT = 10_000;
/** Of arrays in each other, one below what a gateway takes with what stands around them. */
const DEPTH = 50;

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

/** For each field of the body of an operation, bodies in which this one is as large as its schema and all bounds allow. */
export const largestBodies = (
  { body, bodyLimit }: Pick<Operation, 'body' | 'bodyLimit'>,
  valid: unknown,
): readonly LargeBody[] =>
  body === undefined
    ? []
    : new Largest(bodyLimit === undefined ? SMALL : MOST).inFields(body, isFields(valid) ? valid : {}, '');

class Largest {
  constructor(private readonly most: Most) {}

  inFields(schema: Schema, valid: Fields, at: string): readonly LargeBody[] {
    return Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
      this.#largestOf(field, valid[name], `${at}/${name}`).map(({ place, body }) => ({
        place,
        body: { ...valid, [name]: body },
      })),
    );
  }

  #largestOf(schema: Schema, valid: unknown, at: string): readonly LargeBody[] {
    if (schema.anyOf !== undefined) return schema.anyOf.flatMap((each) => this.#largestOf(each, valid, at));
    if (isText(schema)) return this.#textOf(schema, at);
    if (schema['type'] === 'array') return this.#arrayOf(schema, valid, at);
    if (schema.properties !== undefined) return this.inFields(schema, isFields(valid) ? valid : {}, at);
    return isFree(schema) ? this.#freeOf(at) : [];
  }

  /** As it is, and as JSON, which some texts must be. */
  #textOf({ maxLength = this.most.bytes }: Schema, at: string): readonly LargeBody[] {
    if (maxLength < SMALL_TEXT) return [];
    const length = Math.min(maxLength, this.most.bytes);
    // In a body each quote is two characters.
    const keys = Object.fromEntries(Array.from({ length: length / 24 }, (_, n) => [`key${n}`, n]));
    return [
      { place: `${at} text`, body: 'x'.repeat(length) },
      { place: `${at} JSON`, body: JSON.stringify(keys) },
    ];
  }

  /** Many small values, one long text, one of a million characters, what nests as deep as it may. */
  #freeOf(at: string): readonly LargeBody[] {
    const { bytes, values } = this.most;
    const keys = Array.from({ length: values / 2 }, (_, n) => [`key${n}`, n] as const);
    const nested = Array.from({ length: Math.floor(values / (DEPTH + 1)) - 1 }, () => nest(DEPTH));
    return [
      { place: `${at} keys`, body: Object.fromEntries(keys) },
      { place: `${at} long`, body: { text: 'x'.repeat(bytes) } },
      { place: `${at} million`, body: { text: 'x'.repeat(Math.min(bytes, 900_000)) } },
      { place: `${at} deep`, body: { nested } },
    ];
  }

  /** As many of the valid elements as there may be, and one that is as large as it may be. */
  #arrayOf({ items, maxItems = this.most.values }: Schema, valid: unknown, at: string): readonly LargeBody[] {
    const [first] = Array.isArray(valid) ? (valid as readonly unknown[]) : [];
    const element = first ?? (items?.['type'] === 'number' ? 0.5 : undefined);
    const large = items === undefined ? [] : this.#largestOf(items, first, `${at}/0`);
    const single = large.map(({ place, body }) => ({ place, body: [body] }));
    if (element === undefined) return single;
    const room = Math.min(
      Math.floor(this.most.values / valuesIn(element)),
      Math.floor(this.most.bytes / (JSON.stringify(element).length + 20)),
    );
    const count = Math.min(maxItems, room);
    return [
      { place: `${at} ${count} times`, body: Array.from({ length: count }, (_, n) => named(element, n)) },
      ...single,
    ];
  }
}

const isText = (schema: Schema): boolean =>
  schema['type'] === 'string' && !['enum', 'const', 'format'].some((key) => key in schema);

const isFree = (schema: Schema): boolean => schema['type'] === undefined || schema['type'] === 'object';

const nest = (depth: number): unknown => (depth === 0 ? 1 : [nest(depth - 1)]);

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
