import type { Json } from '@cairn/kernel';
import type { TensorFacts } from '../port.js';
import { numberOfHalf } from '../open-inference/halves.js';
import { MOST_VALUES, type Tensor, fitting, numeric, shown, sizeOf, texts } from './tensors.js';
import { UnfitInput } from './unfit-input.js';

const DEEPEST = 8;
const NOT_FINITE: ReadonlySet<Json> = new Set(['NaN', 'Infinity', '-Infinity']);

/**
 * Named tensors of JSON: `{name: {shape, data}}` with `data` flat, or `{name: [[…]]}` nested. int64 may be written as texts,
 * and so may NaN, Infinity and -Infinity. Throws `UnfitInput`.
 */
export const rawInputs = (tensors: Json, wanted: readonly TensorFacts[]): Record<string, Tensor> => {
  if (!isNamed(tensors)) throw new UnfitInput(`The model takes named tensors: ${named(wanted)}.`);
  const known = new Set(wanted.map(({ name }) => name));
  const unknown = Object.keys(tensors).find((name) => !known.has(name));
  if (unknown !== undefined)
    throw new UnfitInput(`The model has no input ${unknown}; it takes ${named(wanted)}.`);
  return Object.fromEntries(
    wanted.map((facts) => {
      const value = Object.hasOwn(tensors, facts.name) ? tensors[facts.name] : undefined;
      if (value === undefined) throw new UnfitInput(`The input ${facts.name} is missing: ${shown(facts)}.`);
      return [facts.name, fitting(tensorOf(value, facts), facts)];
    }),
  );
};

const isNamed = (value: Json): value is Readonly<Record<string, Json | undefined>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const named = (wanted: readonly TensorFacts[]): string =>
  wanted.map((facts) => `${facts.name} ${shown(facts)}`).join(', ');

const tensorOf = (value: Json, facts: TensorFacts): Tensor => {
  if (isNamed(value)) {
    const { shape, data } = value;
    if (!isList(data) || !isShape(shape))
      throw new UnfitInput(
        `The input ${facts.name} is \`{"shape": […], "data": […]}\` or nested lists: ${shown(facts)}.`,
      );
    return made(data, shape, facts);
  }
  const dims = shapeOf(value);
  return made(flat(value), dims, facts);
};

const flat = (value: Json): readonly Json[] => (isList(value) ? value.flatMap(flat) : [value]);
const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

const isShape = (shape: Json | undefined): shape is readonly number[] =>
  Array.isArray(shape) &&
  shape.length <= DEEPEST &&
  shape.every((size) => Number.isInteger(size) && Number(size) >= 0);

/** Of nested lists, by their first members; that all are as long is seen by their number. */
const shapeOf = (value: Json): number[] => {
  const dims: number[] = [];
  let inner: Json | undefined = value;
  while (isList(inner)) {
    dims.push(inner.length);
    if (dims.length > DEEPEST) throw new UnfitInput(`A tensor has at most ${DEEPEST} dimensions.`);
    inner = inner[0];
  }
  return dims;
};

const made = (values: readonly Json[], dims: readonly number[], facts: TensorFacts): Tensor => {
  const size = sizeOf(dims);
  if (size !== values.length || size > MOST_VALUES)
    throw new UnfitInput(`The input ${facts.name} has ${values.length} values; its shape has ${size}.`);
  if (facts.type === 'string') {
    if (!values.every((value) => typeof value === 'string'))
      throw new UnfitInput(`The input ${facts.name} takes texts: ${shown(facts)}.`);
    return texts(dims, values);
  }
  return numeric(
    facts.type,
    dims,
    values.map((value) => numberOf(value, facts)),
  );
};

const WHOLE = /^-?\d{1,20}$/;

const numberOf = (value: Json, facts: TensorFacts): number | bigint => {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean' && facts.type === 'bool') return value ? 1 : 0;
  if (typeof value === 'string' && WHOLE.test(value)) return BigInt(value);
  if (NOT_FINITE.has(value)) return Number(value);
  throw new UnfitInput(`The input ${facts.name} takes numbers: ${shown(facts)}.`);
};

/** What a model put out, as JSON: what JSON has no number for is a text. */
export const rawOutput = ({ type, dims, data }: Tensor): Json => ({
  type,
  shape: [...dims],
  data: Array.from(
    type === 'float16' ? numbersOfHalves(data) : (data as ArrayLike<number | bigint | string>),
    (value) => jsonOf(value, type),
  ),
});

/** What has an array of its own for them, gives that. */
const numbersOfHalves = (data: Tensor['data']): ArrayLike<number> =>
  data instanceof Uint16Array ? Array.from(data, numberOfHalf) : (data as ArrayLike<number>);

const jsonOf = (value: number | bigint | string, type: string): Json => {
  if (typeof value === 'string') return value;
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value.toString();
  }
  if (type === 'bool') return value !== 0;
  if (!Number.isFinite(value)) return String(value);
  return type === 'float32' ? shortened(value) : value;
};

/** As few digits as stand for the same number of 32 bits. */
const shortened = (value: number): number => {
  for (const digits of [7, 8]) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return Number(value.toPrecision(9));
};
