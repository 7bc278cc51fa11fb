import { type ExactJson, JsonRefused, parseExactly, pointerTo } from '@cairn/kernel';
import type { TensorFacts } from '../port.js';
import { UnfitInput } from '../unfit-input.js';
import { numberInText, numberType, type NumberType } from './numbers.js';
import { MOST_VALUES, numeric, shown, sizeOf, type Tensor, texts } from './tensor.js';

type Values = readonly ExactJson[];

/** Where a value stands: as a sentence says it, and as a pointer into the body. */
export interface ValuePlace {
  readonly said: string;
  readonly pointer: string;
}

/** The tensor of values that were asked, one after the other. Throws `UnfitInput` that names the first one that does not fit. */
export const tensorOfValues = (
  values: Values,
  dims: readonly number[],
  facts: TensorFacts,
  placeOf: (at: number) => ValuePlace,
): Tensor => {
  const unfit = (at: number, takes: string): UnfitInput => {
    const { said, pointer } = placeOf(at);
    const value = shortOf(values[at]);
    return new UnfitInput(
      `The input ${facts.name} is ${shown(facts)} and takes ${takes}; ${said} is ${value}.`,
      { pointer },
    );
  };
  if (facts.type === 'string') return textTensor(values, dims, unfit);
  const type = numberType(facts.type);
  const numbers = values.map((value, at) => {
    const number = type && numberIn(value, type, facts.type);
    if (number === undefined) throw unfit(at, type?.holds ?? 'no numbers');
    return number;
  });
  return numeric(facts.type, dims, numbers, unfit);
};

const textTensor = (
  values: Values,
  dims: readonly number[],
  unfit: (at: number, takes: string) => UnfitInput,
): Tensor => {
  const all = values.map((value, at) => {
    if (typeof value !== 'string') throw unfit(at, 'texts');
    return value;
  });
  return texts(dims, all, (at, why) => unfit(at, `whole texts (${why})`));
};

const numberIn = (value: ExactJson, type: NumberType, name: string): number | bigint | undefined => {
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  if (typeof value === 'string') return numberInText(value, type);
  return typeof value === 'boolean' && name === 'bool' ? Number(value) : undefined;
};

const SHORT = 50;
const shortOf = (value: ExactJson | undefined): string => {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, SHORT));
  return typeof value === 'object' && value !== null ? 'no single value' : String(value).slice(0, SHORT);
};

/**
 * Values of a shape, one after the other: written flat, or in lists as long as the shape says at each level. `pointer` leads to
 * them. Throws `UnfitInput`.
 */
export const tensorOfLists = (
  data: Values,
  dims: readonly number[],
  facts: TensorFacts,
  pointer: string,
): Tensor => {
  const size = sizeOf(dims);
  if (size > MOST_VALUES)
    throw new UnfitInput(`The input ${facts.name} has more than ${MOST_VALUES} values: ${shown(facts)}.`);
  const isNested = data.some(isList);
  const values = isNested ? flattened(data, dims, facts, () => pointer) : data;
  if (values.length !== size)
    throw new UnfitInput(`The input ${facts.name} has ${values.length} values; its shape has ${size}.`, {
      pointer,
    });
  return tensorOfValues(values, dims, facts, (at) =>
    placeAt((isNested ? stepsTo(at, dims) : [at]).reduce<string>(pointerTo, pointer)),
  );
};

export const isList = (value: ExactJson | undefined): value is Values => Array.isArray(value);

/** `pointerOf` is asked when something is wrong alone: there may be millions of lists. */
const flattened = (
  lists: Values,
  dims: readonly number[],
  facts: TensorFacts,
  pointerOf: () => string,
): Values => {
  const [length, ...inner] = dims;
  const uneven = (pointer: string): UnfitInput =>
    new UnfitInput(
      `The lists of the input ${facts.name} are not as long as its shape says: ${placeAt(pointer).said}.`,
      { pointer },
    );
  if (lists.length !== length) throw uneven(pointerOf());
  if (inner.length === 0) {
    const at = lists.findIndex(isList);
    if (at >= 0) throw uneven(pointerTo(pointerOf(), at));
    return lists;
  }
  return lists.flatMap((list, at) => {
    const place = (): string => pointerTo(pointerOf(), at);
    if (!isList(list)) throw uneven(place());
    return flattened(list, inner, facts, place);
  });
};

/** The indexes of a value by its place among all of them. */
const stepsTo = (at: number, dims: readonly number[]): readonly number[] => {
  let rest = at;
  return dims.map((_, level) => {
    const below = sizeOf(dims.slice(level + 1));
    const step = Math.floor(rest / below);
    rest %= below;
    return step;
  });
};

/** `inputs.x.data[3]` of `/inputs/x/data/3`. */
export const placeAt = (pointer: string): ValuePlace => {
  const said = pointer
    .slice(1)
    .replaceAll(/\/(\d+)(?=\/|$)/g, '[$1]')
    .replaceAll('/', '.')
    .replaceAll('~1', '/')
    .replaceAll('~0', '~');
  return { said, pointer };
};

const DEEPEST = 32;

/** JSON with exact numbers, each key once. What is none is told by `unfit`, with why. */
export const exactJson = (
  text: string,
  unfit: (why: string, isMalformed: boolean, pointer: string) => UnfitInput,
): ExactJson => {
  try {
    return parseExactly(text, { depth: DEEPEST });
  } catch (error) {
    if (!(error instanceof JsonRefused)) throw error;
    const { code, pointer } = error;
    const message = code === 'json_invalid' ? `it is no JSON (${error.message})` : error.message;
    throw unfit(message, MALFORMED.has(code), pointer);
  }
};

/** What no JSON should be; the others are values that models do not take. */
const MALFORMED: ReadonlySet<JsonRefused['code']> = new Set(['json_invalid', 'key_twice', 'key_invalid']);
