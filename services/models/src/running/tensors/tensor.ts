import { textFlaw } from '@cairn/kernel';
import type { TensorData } from '../native-parts.js';
import type { TensorFacts } from '../port.js';
import { UnfitInput } from '../unfit-input.js';
import { type Numbers, numbersOfHalves, numberType } from './numbers.js';

/** Values with their sizes, before and after a model. */
export interface Tensor {
  readonly type: string;
  readonly dims: readonly number[];
  readonly data: TensorData;
}

/** So many values may a tensor have that a caller sends. */
export const MOST_VALUES = 64 * 1024 * 1024;

/** Throws `UnfitInput` for a value that the type cannot hold; `unfit` says where it stands. */
export const numeric = (
  type: string,
  dims: readonly number[],
  values: Numbers,
  unfit = (at: number, holds: string): Error =>
    new UnfitInput(`An input of type ${type} takes ${holds}, not ${values[at]}.`),
): Tensor => {
  const known = numberType(type);
  if (known === undefined) throw new UnfitInput(`Inputs of type ${type} cannot be made from numbers.`);
  const data = known.read(values);
  if (typeof data === 'number') throw unfit(data, known.holds);
  return { type, dims, data };
};

/**
 * Throws `UnfitInput` for a text that would not come to the model as it is: onnxruntime ends it at NUL, and UTF-8 has no half
 * of a surrogate pair.
 */
export const texts = (
  dims: readonly number[],
  data: readonly string[],
  unfit = (_: number, why: string) => new UnfitInput(`Models take no such text: ${why}.`),
): Tensor => {
  data.forEach((text, at) => {
    const flaw = textFlaw(text);
    if (flaw !== undefined) throw unfit(at, flaw.message);
  });
  return { type: 'string', dims, data };
};

export const sizeOf = (dims: readonly number[]): number => dims.reduce((product, size) => product * size, 1);

/** `float32 [N, 2]`, as a sentence says it. */
export const shown = ({ type, shape }: Pick<TensorFacts, 'type' | 'shape'>): string =>
  `${type} [${shape.map((size) => size ?? '*').join(', ')}]`;

/** Throws `UnfitInput` with the shape that is wanted. */
export const fitting = (tensor: Tensor, wanted: TensorFacts): Tensor => {
  const { dims, type } = tensor;
  const fits =
    type === wanted.type &&
    dims.length === wanted.shape.length &&
    wanted.shape.every((size, index) => size === null || size === dims[index]);
  if (!fits)
    throw new UnfitInput(
      `The input ${wanted.name} is ${shown(wanted)}; what was sent is ${shown({ type, shape: dims })}.`,
    );
  return tensor;
};

/** Numbers of any type, as floats. */
export const floatsOf = ({ type, data }: Pick<Tensor, 'type' | 'data'>): Float32Array | Float64Array => {
  if (type === 'float16') return numbersOfHalves(data as Uint16Array);
  if (data instanceof Float32Array || data instanceof Float64Array) return data;
  return Float64Array.from(data as Numbers, Number);
};

/** The parts of one tensor along its first dimension. */
export const slice = ({ type, dims, data }: Tensor, from: number, rows: number): Tensor => {
  const row = sizeOf(dims.slice(1));
  const part = data.slice(from * row, (from + rows) * row) as TensorData;
  return { type, dims: [rows, ...dims.slice(1)], data: part };
};

/** One tensor of several that differ in their first dimension alone. */
export const joined = (parts: readonly Tensor[]): Tensor => {
  const [first] = parts;
  if (first === undefined || parts.length === 1) return first ?? texts([0], []);
  const dims = [parts.reduce((sum, part) => sum + (part.dims[0] ?? 0), 0), ...first.dims.slice(1)];
  if (first.type === 'string')
    return texts(
      dims,
      parts.flatMap((part) => part.data as readonly string[]),
    );
  return { type: first.type, dims, data: joinedData(first.data, sizeOf(dims), parts) };
};

const joinedData = (first: TensorData, length: number, parts: readonly Tensor[]): TensorData => {
  const Kind = first.constructor as new (length: number) => Float32Array;
  const whole = new Kind(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part.data as Float32Array, at);
    at += part.data.length;
  }
  return whole;
};
