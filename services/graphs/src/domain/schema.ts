import { isRefusal, jsonText, type Refusal, refuse } from '@cairn/kernel';
import { shown } from '../formats/reading/refusal.js';

/** Why a part of a schema is not as it must be, with where it stands: `nodes[0].type is no text`. */
type Check = (value: unknown, at: string) => string | undefined;

const first = (found: readonly (string | undefined)[]): string | undefined =>
  found.find((each) => each !== undefined);

const text: Check = (value, at) =>
  typeof value === 'string' && value !== '' ? undefined : `${at} is no text of at least one character`;

const flag: Check = (value, at) =>
  typeof value === 'boolean' ? undefined : `${at} is neither true nor false`;

const listOf =
  (check: Check): Check =>
  (value, at) =>
    Array.isArray(value)
      ? first(value.map((each: unknown, index) => check(each, `${at}[${index}]`)))
      : `${at} is no list`;

/** An object with at least `needed`; parts that nobody knows may stand beside. */
const objectOf =
  (parts: Readonly<Record<string, Check>>, needed: readonly string[] = []): Check =>
  (value, at) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return `${at} is no object`;
    const said = new Map<string, unknown>(Object.entries(value));
    const missing = needed.find((name) => !said.has(name));
    if (missing !== undefined) return `${at} has no ${missing}`;
    return first(
      Object.entries(parts).map(([name, check]) =>
        said.has(name) ? check(said.get(name), within(at, name)) : undefined,
      ),
    );
  };

const ROOT = 'It';
const within = (at: string, name: string): string => (at === ROOT ? name : `${at}.${name}`);

const properties = listOf(objectOf({ name: text, type: text, required: flag, unique: flag }, ['type']));

/** What a schema says of one property. */
export interface DeclaredProperty {
  /** Without a name it says nothing. */
  readonly name?: string;
  readonly type: string;
  readonly required?: boolean;
  readonly unique?: boolean;
}

export interface DeclaredType {
  readonly type: string;
  readonly properties?: readonly DeclaredProperty[];
}

export interface DeclaredEdgeType extends DeclaredType {
  /** Types of nodes; without them it may be any. */
  readonly from?: string;
  readonly to?: string;
}

/** The types of nodes and edges (SPEC-graph-schema). */
export interface GraphSchema {
  readonly nodes?: readonly DeclaredType[];
  readonly edges?: readonly DeclaredEdgeType[];
}

/** The shape of a `GraphSchema`. */
const schema = objectOf({
  nodes: listOf(objectOf({ type: text, properties }, ['type'])),
  edges: listOf(objectOf({ type: text, from: text, to: text, properties }, ['type'])),
});

/** So many declarations an edge is held against at most. */
const MOST_OF_A_TYPE = 1_000;

const declaredTooOften = ({ edges = [] }: GraphSchema): string | undefined => {
  const counts = new Map<string, number>();
  for (const { type } of edges) {
    const count = (counts.get(type) ?? 0) + 1;
    if (count > MOST_OF_A_TYPE) return `edges has the type ${shown(type)} more than ${MOST_OF_A_TYPE} times`;
    counts.set(type, count);
  }
  return undefined;
};

/** What `schemaText` has stored. */
export const storedSchema = (stored: string): GraphSchema =>
  stored === '' ? {} : (JSON.parse(stored) as GraphSchema);

/**
 * The types of a graph's nodes and edges as they are stored: a text of JSON byte for byte, an object stringified; empty
 * stands for none. Refuses `invalid_body` at `pointer`: what does not parse, and what is not
 * `{nodes: [{type, properties: [{name, type, required, unique}]}], edges: [{type, from, to, properties}]}`, of which only
 * each `type` has to be there; and one type of edges that is declared more than 1,000 times.
 */
export const schemaText = (value: unknown, pointer: string): string | Refusal => {
  const stored = jsonText(value, pointer);
  if (isRefusal(stored) || stored === '') return stored;
  const said: unknown = JSON.parse(stored);
  const wrong = schema(said, ROOT) ?? declaredTooOften(said as GraphSchema);
  if (wrong === undefined) return stored;
  return refuse('invalid_body', `${pointer.slice(1)} is no schema of a graph: ${wrong}.`, [
    { pointer, code: 'schema', message: `is no schema of a graph: ${wrong}` },
  ]);
};
