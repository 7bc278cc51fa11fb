import type { Json } from '@cairn/kernel';
import type { Properties } from '../element.js';
import { limits } from '../limits.js';
import { JsonPieces, type Piece } from '../reading/json-pieces.js';
import { jsonOf } from '../reading/json-value.js';
import { checkedName, checkedUid } from '../reading/names.js';
import { FileRefused, type Place } from '../reading/refusal.js';
import type { Sink, TextReader } from '../reading/text-reader.js';
import { isObject } from '../values.js';
import type { Findings, JsonDialect, Parsed } from './dialect.js';
import { Fields, KnownNames } from './fields.js';

/** Reads the pieces of a dialect. */
export class JsonReader implements TextReader {
  readonly #pieces: JsonPieces;
  readonly #known = new KnownNames();
  readonly #take: (piece: Parsed) => void;
  #directed: boolean;
  #edges = 0;
  #factsCharacters = 0;
  /** Of the piece that is being read. */
  #current: { readonly text: string; readonly place: Place } = { text: '', place: { line: 1, column: 1 } };

  constructor(
    private readonly of: JsonDialect,
    private readonly sink: Sink,
  ) {
    this.#directed = of.directed;
    this.#take = of.reader(this.#findings());
    this.#pieces = new JsonPieces(of.role, of.lines, (piece) => this.#parse(piece));
  }

  get dialect(): string {
    return this.of.name;
  }

  write(text: string): void {
    this.#pieces.write(text);
  }

  end(): void {
    this.#pieces.end();
  }

  #parse(piece: Piece): void {
    const { text, place } = piece;
    this.#current = piece;
    if (text.length > limits.elementCharacters)
      throw new FileRefused(
        'too_large',
        `a value is longer than ${limits.elementCharacters} characters`,
        place,
      );
    const value = jsonOf(text, place);
    refuseEdgesElsewhere(piece, value, this.dialect);
    const known = this.#known;
    this.#take({
      ...piece,
      value,
      fields: (what) => Fields.of(value, what, place, known),
      inner: (object, what) => new Fields(object, what, place, known),
      checkedUid: () => checkedUid(piece.key, 'the id of a node', place),
      checkedKey: () => checkedName(piece.key ?? '', 'a key', place),
      checked: (properties) => known.checked(properties, 'the graph', place),
    });
  }

  #findings(): Findings {
    return {
      give: (found) => {
        const { text, place } = this.#current;
        if (found.kind === 'graph') this.#countFacts(text.length, place);
        else this.#known.checkSizes(found.properties, text.length, place);
        if (found.kind === 'edge') this.#edges += 1;
        if (found.kind === 'graph') this.sink.give(found);
        else this.sink.give(found, place);
      },
      lose: this.sink.lose,
      directed: () => this.#directed,
      setDirected: (directed, place) => this.#setDirected(directed, place),
    };
  }

  #setDirected(directed: boolean, place: Place): void {
    if (this.#edges > 0 && directed !== this.#directed)
      throw new FileRefused(
        'structure_invalid',
        'what edges are is said only after the first of them',
        place,
      );
    this.#directed = directed;
    this.sink.give({ kind: 'graph', directed });
  }

  #countFacts(characters: number, place: Place): void {
    this.#factsCharacters += characters;
    if (this.#factsCharacters > limits.factsCharacters)
      throw new FileRefused(
        'too_large',
        `what is said of the graph is longer than ${limits.factsCharacters} characters`,
        place,
      );
  }
}

/** Edges of D3, and of NetworkX's `adjacency_data`, where the dialect has none: the graph would come without them. */
const refuseEdgesElsewhere = ({ role, key = '', place }: Piece, value: Json, dialect: string): void => {
  if (role !== 'root' && role !== 'graph') return;
  if (['links', 'adjacency'].includes(key) && Array.isArray(value) && value.length > 0)
    throw new FileRefused('not_supported', `${key} is not where ${dialect} has edges`, place);
};

/** For a reader: what it does with a member of the outer structure that it has no word for. */
export const refuseMember = ({ role, key, place }: Piece): never => {
  throw new FileRefused(
    'structure_invalid',
    key === undefined ? `a value stands where ${role ?? 'a graph'} has none` : `${key} is not a list`,
    place,
  );
};

/** For a reader: properties of the graph, which older versions of NetworkX write as a list of pairs. */
export const factsProperties = (piece: Parsed): Properties => {
  const { key = 'the graph', value, place } = piece;
  if (isObject(value)) return piece.fields(key).restProperties();
  if (!isPairs(value)) throw new FileRefused('structure_invalid', `${key} is not an object`, place);
  return piece.checked(Object.fromEntries(value));
};

const isPairs = (value: Json): value is [string, Json][] =>
  Array.isArray(value) &&
  (value as readonly Json[]).every((pair) => Array.isArray(pair) && typeof pair[0] === 'string');

/** For a reader: true or false. */
export const flagOf = ({ key = 'a value', value, place }: Parsed): boolean => {
  if (typeof value !== 'boolean')
    throw new FileRefused('structure_invalid', `${key} is not true or false`, place);
  return value;
};
