import type { TensorData } from '../native-parts.js';
import type { TensorFacts } from '../port.js';
import { UnfitInput } from './unfit-input.js';

/** Values with their sizes, before and after a model. */
export interface Tensor {
  readonly type: string;
  readonly dims: readonly number[];
  readonly data: TensorData;
}

/** So many values may a tensor have that a caller sends. */
export const MOST_VALUES = 64 * 1024 * 1024;

type Numbers = ArrayLike<number | bigint>;
const big = (values: Numbers): bigint[] => Array.from(values, (value) => BigInt(value));
const plain = (values: Numbers): number[] => Array.from(values, Number);

const arrays: Readonly<Record<string, (values: Numbers) => TensorData>> = {
  float32: (values) => (values instanceof Float32Array ? values : Float32Array.from(plain(values))),
  float64: (values) => Float64Array.from(plain(values)),
  int8: (values) => Int8Array.from(plain(values)),
  uint8: (values) => Uint8Array.from(plain(values)),
  bool: (values) => Uint8Array.from(plain(values)),
  int16: (values) => Int16Array.from(plain(values)),
  uint16: (values) => Uint16Array.from(plain(values)),
  int32: (values) => Int32Array.from(plain(values)),
  uint32: (values) => Uint32Array.from(plain(values)),
  int64: (values) => BigInt64Array.from(big(values)),
  uint64: (values) => BigUint64Array.from(big(values)),
};

/** The most likely mistakes have a sentence; a value that its type cannot hold is refused. */
export const numeric = (type: string, dims: readonly number[], values: Numbers): Tensor => {
  const make = arrays[type];
  if (make === undefined) throw new UnfitInput(`Inputs of type ${type} cannot be made from numbers.`);
  try {
    return { type, dims, data: make(values) };
  } catch {
    throw new UnfitInput(`An input of type ${type} takes whole numbers.`);
  }
};

export const texts = (dims: readonly number[], data: readonly string[]): Tensor => ({
  type: 'string',
  dims,
  data,
});

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
export const floatsOf = ({ data }: Tensor): Float32Array | Float64Array => {
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
