import { knownWordsOf, tableSizeOf } from '../file/graph.js';
import type { TensorFacts } from '../port.js';
import { numeric, sizeOf, type Tensor, texts } from '../tensors/tensor.js';
import { UnfitInput } from '../unfit-input.js';
import { MASK, POSITIONS, TYPES } from './input-names.js';
import type { OpenedModel } from './opened-model.js';

export type Row = Readonly<Record<string, Tensor>>;

/** How made-up rows look. */
export interface RowForm {
  /** Of each free dimension but the first, which is one row. */
  readonly free: number;
  /** How far numbers go; whole numbers that choose from a table go as far as that. */
  readonly scale: number;
}

/** The smallest there is: whole numbers and floats of 0 and 1, texts of one word. */
export const SMALLEST = 0;
export const USUAL = 1;
/** Without words that the model knows these stand for them. */
const WORDS = ['good', 'bad', 'a', 'day', 'red', 'blue', 'one', 'two'];
const TEXT_WORDS = 3;
/** Of one input of a row: a picture of two megapixels is less. */
const MOST_VALUES = 8_000_000;

type Draw = () => number;

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
export const seeded = (seed: number): Draw => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

/** Makes rows that a model may take. A model whose first dimension is fixed gets that many at once. */
export class RowMaker {
  readonly #words: readonly string[];
  readonly #tables: ReadonlyMap<string, number | undefined>;

  constructor(
    private readonly inputs: OpenedModel['inputs'],
    file: OpenedModel['file'],
  ) {
    const known = knownWordsOf(file.graph);
    this.#words = known.length === 0 ? WORDS : known;
    this.#tables = new Map(inputs.map(({ name }) => [name, tableSizeOf(file.graph, name)]));
  }

  row(draw: Draw, form: RowForm): Row {
    return Object.fromEntries(this.inputs.map((facts) => [facts.name, this.#tensor(facts, draw, form)]));
  }

  #tensor(facts: TensorFacts, draw: Draw, form: RowForm): Tensor {
    const { name, type, shape } = facts;
    const dims = shape.map((size, index) => size ?? (index === 0 ? 1 : form.free));
    const count = sizeOf(dims);
    if (count > MOST_VALUES) throw new UnfitInput(`a row of ${name} with ${count} values is not made up`);
    if (type === 'string') return texts(dims, this.#texts(count, shape, draw, form));
    const next = this.#numbers(facts, draw, form);
    const width = dims.at(-1) ?? 1;
    const values = Array.from({ length: count }, (_, index) =>
      POSITIONS.test(name) && isWhole(type) ? index % width : next(),
    );
    return numeric(type, dims, values);
  }

  #texts(count: number, shape: TensorFacts['shape'], draw: Draw, { scale }: RowForm): readonly string[] {
    const word = (): string => this.#words[Math.floor(draw() * this.#words.length)] ?? '';
    const areWords = scale === SMALLEST || (shape.length > 1 && shape[1] !== 1);
    const length = areWords ? 1 : TEXT_WORDS;
    return Array.from({ length: count }, () => Array.from({ length }, word).join(' '));
  }

  #numbers({ name, type }: TensorFacts, draw: Draw, { scale }: RowForm): () => number {
    if (MASK.test(name)) return () => 1;
    if (!isWhole(type)) return floats(draw, scale);
    const table = this.#tables.get(name) ?? Math.max(2, scale);
    const most = scale === SMALLEST || type === 'bool' || TYPES.test(name) ? Math.min(2, table) : table;
    const fitting = Math.min(most, LARGEST[type] ?? most);
    return () => Math.floor(draw() * fitting);
  }
}

const LARGEST: Readonly<Record<string, number>> = { int8: 127, uint8: 255, int16: 32_767, uint16: 65_535 };

const isWhole = (type: string): boolean => !type.startsWith('float');

/** Of half of the rows around 0, of the other half between 0 and what the scale is. */
const floats = (draw: Draw, scale: number): (() => number) => {
  if (scale === SMALLEST) return () => Math.floor(draw() * 2);
  const isAround = draw() < 0.5;
  return () => (isAround ? normal(draw) * scale : draw() * scale);
};

/** Normally distributed, by Box and Muller. */
const normal = (draw: Draw): number => Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw());
