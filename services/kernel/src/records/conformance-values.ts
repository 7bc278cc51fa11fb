import type { AnyRecord, Field } from '@cairn/contracts';
import type { TSchema } from '@sinclair/typebox';
import { derivedId } from '../clock/ids.js';
import { timestamp } from '../clock/port.js';
import { same } from '../domain/fields.js';
import type { Json } from '../base/json-value.js';

/** The fields of a record, some or all. */
export type Sample = Readonly<Record<string, Json>>;

/** Fields that a rule ties to each other: what each body says of them, and nothing where that is `undefined`. */
export type FieldsApart = Readonly<Record<string, Json | undefined>>;

/** Makes the n-th value of a field, where its schema does not say enough: a text with a grammar of its own. */
export type MadeValues = Readonly<Record<string, (n: number) => Json>>;

/** A number as a word of four letters: none is the beginning of another. */
const word = (n: number): string =>
  [17_576, 676, 26, 1].map((place) => String.fromCharCode(97 + (Math.floor(n / place) % 26))).join('');

const textOf = ({ format }: TSchema, n: number, field: string): Json => {
  if (format === 'uuid') return derivedId('sample', n);
  return format === 'date-time' ? timestamp(n * 1000) : `${field} ${word(n)}`;
};

interface Bounds {
  readonly minimum?: number;
  readonly maximum?: number;
}
const numberOf = (bounds: Bounds, n: number): Json => {
  const { minimum = 0, maximum = minimum + 1_000 } = bounds;
  return minimum + (n % (maximum - minimum + 1));
};

/** The n-th value that a schema accepts. */
const valueOf = (schema: TSchema, n: number, field: string): Json => {
  const choices = (schema['anyOf'] ?? schema['oneOf']) as readonly TSchema[] | undefined;
  if (choices !== undefined) {
    const others = choices.filter(({ type }) => type !== 'null');
    return valueOf(others[n % others.length]!, n, field);
  }
  if ('const' in schema) return schema['const'] as Json;
  const words = schema['enum'] as readonly Json[] | undefined;
  if (words !== undefined) return words[n % words.length]!;
  return plainValueOf(schema, n, field);
};

const plainValueOf = (schema: TSchema, n: number, field: string): Json => {
  switch (schema['type']) {
    case 'string':
      return textOf(schema, n, field);
    case 'boolean':
      return n % 2 === 1;
    case 'integer':
    case 'number':
      return numberOf(schema as Bounds, n);
    case 'array':
      return [valueOf(schema['items'] as TSchema, n, field)];
    case 'object': {
      const properties = Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, TSchema>>);
      return Object.fromEntries(properties.map(([name, part]) => [name, valueOf(part, n, name)]));
    }
    default:
      throw new Error(`say in \`values\` what ${field} can be`);
  }
};

/** Bodies and values that derive from the schemas of a record's fields; texts are never the same again. */
export class Samples {
  #made = 0;

  constructor(
    private readonly record: AnyRecord,
    private readonly values: MadeValues = {},
    private readonly apart: FieldsApart = {},
  ) {}

  get fields(): readonly (readonly [name: string, field: Field])[] {
    return Object.entries(this.record.description.fields);
  }

  /** The names of those that somebody sets: `required`, `optional`, or nobody: `own`; without those apart. */
  names(...presences: readonly Field['presence'][]): readonly string[] {
    return this.fields
      .filter(([name, { presence }]) => presences.includes(presence) && !Object.hasOwn(this.apart, name))
      .map(([name]) => name);
  }

  /** What a field is where nothing was sent. */
  initial(name: string): Json {
    return (this.record.description.fields[name]?.initial ?? null) as Json;
  }

  /** The same as it is shown; `undefined` where it is left out. */
  shownFirst(name: string): Json | undefined {
    return this.record.description.fields[name]?.use.leftOut === true ? undefined : this.initial(name);
  }

  /** Another value of a field than that. */
  another(name: string, than: Json): Json {
    const schema = this.record.description.fields[name]!.schema;
    for (let tries = 0; tries < 100; tries += 1) {
      this.#made += 1;
      const value = this.values[name]?.(this.#made) ?? valueOf(schema, this.#made, name);
      if (!same(value, than)) return value;
    }
    throw new Error(`there is one value of ${name} alone: say others in \`values\``);
  }

  /** What must be sent, and nothing else. */
  required(): Sample {
    return this.#bodyOf(this.names('required'));
  }

  /** Everything that can be sent, none of it as it is at first. */
  whole(): Sample {
    return this.#bodyOf(this.names('required', 'optional'));
  }

  /** Everything that can be sent, other than that. */
  unlike(body: Sample): Sample {
    return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, this.another(name, value)]));
  }

  #bodyOf(names: readonly string[]): Sample {
    const said = Object.entries(this.apart).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    );
    const made = names.map((name) => [name, this.another(name, this.initial(name))] as const);
    return Object.fromEntries([...said, ...made]);
  }
}
