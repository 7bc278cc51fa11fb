import { type ExactJson, type Json, pointerTo } from '@cairn/kernel';
import { type KeptTensor, keptTensor } from '../kept-tensor.js';
import type { Prediction, TensorFacts } from '../port.js';
import { UnfitInput } from '../unfit-input.js';
import { isList, placeAt, tensorOfLists, tensorOfValues } from './asked-values.js';
import { fitting, floatsOf, shown, type Tensor } from './tensor.js';

const DEEPEST = 8;

/**
 * Named tensors of JSON: `{name: {shape, data}}` with `data` flat, or `{name: [[…]]}` nested. Numbers may be written as texts: whole
 * ones beyond 2^53, -0, NaN, Infinity and -Infinity are. Throws `UnfitInput`.
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

const tensorOf = (value: ExactJson, facts: TensorFacts): Tensor => {
  const pointer = pointerTo('/inputs', facts.name);
  if (!isList(value)) return tensorOfFields(value, facts, pointer);
  return tensorOfLists(value, shapeOf(value), facts, pointer);
};

/** A value that stands alone has no dimensions. */
const tensorOfFields = (value: ExactJson, facts: TensorFacts, pointer: string): Tensor => {
  if (typeof value !== 'object' || value === null || isList(value))
    return tensorOfValues([value], [], facts, () => placeAt(pointer));
  const { shape, data } = value;
  if (!isList(data) || !isShape(shape))
    throw new UnfitInput(
      `The input ${facts.name} is \`{"shape": […], "data": […]}\` or nested lists: ${shown(facts)}.`,
      { pointer },
    );
  return tensorOfLists(data, shape, facts, pointerTo(pointer, 'data'));
};

const isShape = (shape: ExactJson | undefined): shape is readonly number[] =>
  isList(shape) &&
  shape.length <= DEEPEST &&
  shape.every((size) => Number.isSafeInteger(size) && Number(size) >= 0);

/** Of nested lists, by their first members. */
const shapeOf = (value: ExactJson): number[] => {
  const dims: number[] = [];
  let inner: ExactJson | undefined = value;
  while (isList(inner)) {
    dims.push(inner.length);
    if (dims.length > DEEPEST) throw new UnfitInput(`A tensor has at most ${DEEPEST} dimensions.`);
    inner = inner[0];
  }
  return dims;
};

/** What an answer of tensors may be at most, as JSON: it is recorded, and told whole. */
export const MOST_RAW_BYTES = 12_000_000;
/** A value takes two characters at least. */
const MOST_RAW_VALUES = MOST_RAW_BYTES / 2;

/** What a model put out, as it is recorded. Throws `UnfitInput` when that is more than can be told. */
export const rawAnswer = (outputs: readonly (readonly [string, Tensor])[]): readonly Prediction[] => {
  const count = outputs.reduce((sum, [, { data }]) => sum + data.length, 0);
  if (count > MOST_RAW_VALUES) throw tooMuch(`${count} values`);
  const value = Object.fromEntries(outputs.map(([name, tensor]) => [name, rawOutput(tensor)]));
  const bytes = Buffer.byteLength(JSON.stringify(value));
  if (bytes > MOST_RAW_BYTES) throw tooMuch(`${bytes} bytes`);
  return [{ prediction: '', classId: -1, confidence: 1, type: 'raw', value }];
};

const tooMuch = (what: string): UnfitInput =>
  new UnfitInput(
    `The answer has ${what}; it may have ${MOST_RAW_BYTES} bytes as JSON. Ask for fewer outputs, or a smaller batch.`,
  );

/** What JSON has no number for, or loses, is a text. */
const rawOutput = ({ type, dims, data }: Tensor): KeptTensor =>
  keptTensor(
    { type, shape: [...dims] },
    Array.from<number | bigint | string, Json>(
      type === 'float16' ? floatsOf({ type, data }) : data,
      (value) => jsonOf(value, type),
    ),
  );

const jsonOf = (value: number | bigint | string, type: string): Json => {
  if (typeof value === 'string') return value;
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value.toString();
  }
  if (type === 'bool') return value !== 0;
  if (Object.is(value, -0)) return '-0';
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
