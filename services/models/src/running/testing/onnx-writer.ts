/** Writes ONNX files for specs: the few messages of onnx.proto that they need. */

import { numeric } from '../tensors/tensor.js';

type Part = Uint8Array | string;

export const varint = (value: number | bigint): Uint8Array => {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  while (rest > 127n) {
    bytes.push(Number(rest & 127n) | 128);
    rest >>= 7n;
  }
  bytes.push(Number(rest));
  return Uint8Array.from(bytes);
};

/** A field with a length before it: a message, a text or bytes. */
export const bytesField = (field: number, ...parts: readonly Part[]): Uint8Array => {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)));
  return Buffer.concat([varint((field << 3) | 2), varint(content.length), content]);
};
export const intField = (field: number, value: number | bigint): Uint8Array =>
  Buffer.concat([varint(field << 3), varint(value)]);
const floatField = (field: number, value: number): Uint8Array => {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return Buffer.concat([varint((field << 3) | 5), bytes]);
};

/** As onnx.proto numbers them. */
const TYPES = {
  float32: 1,
  uint8: 2,
  int8: 3,
  uint16: 4,
  int16: 5,
  int32: 6,
  int64: 7,
  string: 8,
  bool: 9,
  float16: 10,
  float64: 11,
  uint32: 12,
  uint64: 13,
  bfloat16: 16,
} as const;
export type TensorType = keyof typeof TYPES;
/** A name is a free size. */
export type Shape = readonly (number | string)[];

export const valueInfo = (name: string, type: TensorType, shape: Shape): Uint8Array => {
  const sizes = shape.map((size) =>
    bytesField(1, typeof size === 'number' ? intField(1, size) : bytesField(2, size)),
  );
  return Buffer.concat([
    bytesField(1, name),
    bytesField(2, bytesField(1, intField(1, TYPES[type]), bytesField(2, ...sizes))),
  ]);
};

/** An output of `ai.onnx.ml`: a list of maps, a score by its text in each. */
export const mapsInfo = (name: string): Uint8Array => {
  const float = bytesField(1, intField(1, TYPES.float32));
  const map = bytesField(5, intField(1, TYPES.string), bytesField(2, float));
  return Buffer.concat([bytesField(1, name), bytesField(2, bytesField(4, bytesField(1, map)))]);
};

export const tensor = (
  name: string,
  type: TensorType,
  shape: readonly number[],
  values: readonly (number | bigint)[],
): Uint8Array => {
  const head = [...shape.map((size) => intField(1, size)), intField(2, TYPES[type]), bytesField(8, name)];
  const { data } = numeric(type, shape, values);
  if (!ArrayBuffer.isView(data)) throw new Error(`No numbers of ${type}.`);
  return Buffer.concat([...head, bytesField(9, new Uint8Array(data.buffer))]);
};

export type Attribute =
  | number
  | string
  | Uint8Array
  | readonly number[]
  | readonly string[]
  | { readonly int: number };
const KINDS = { float: 1, int: 2, string: 3, graph: 5, ints: 7, strings: 8, floats: 6 };

/** Numbers are floats unless they stand as `{ int }`; a list of whole numbers is `ints`; bytes are a graph. */
const attribute = (name: string, value: Attribute): Uint8Array => {
  const of = (kind: keyof typeof KINDS, ...fields: readonly Uint8Array[]): Uint8Array =>
    Buffer.concat([bytesField(1, name), ...fields, intField(20, KINDS[kind])]);
  if (typeof value === 'number') return of('float', floatField(2, value));
  if (typeof value === 'string') return of('string', bytesField(4, value));
  if (value instanceof Uint8Array) return of('graph', bytesField(6, value));
  if ('int' in value) return of('int', intField(3, value.int));
  if (value.every((each) => typeof each === 'string'))
    return of('strings', ...value.map((each) => bytesField(9, each)));
  if (value.every(Number.isInteger)) return of('ints', ...value.map((each) => intField(8, each)));
  return of('floats', ...value.map((each) => floatField(7, each)));
};

/** For lists of numbers that are floats although they are whole. */
export const floats = (values: readonly number[]): Attribute => values.map((value) => value + 1e-9);

export interface NodeOptions {
  readonly domain?: string;
  readonly attributes?: Readonly<Record<string, Attribute>>;
}

export const node = (
  operation: string,
  inputs: readonly string[],
  outputs: readonly string[],
  { domain = '', attributes = {} }: NodeOptions = {},
): Uint8Array =>
  Buffer.concat([
    ...inputs.map((name) => bytesField(1, name)),
    ...outputs.map((name) => bytesField(2, name)),
    bytesField(4, operation),
    ...Object.entries(attributes).map(([name, value]) => bytesField(5, attribute(name, value))),
    bytesField(7, domain),
  ]);

export interface GraphParts {
  readonly nodes: readonly Uint8Array[];
  readonly initializers?: readonly Uint8Array[];
  readonly inputs: readonly Uint8Array[];
  readonly outputs: readonly Uint8Array[];
}

export const graph = ({ nodes, initializers = [], inputs, outputs }: GraphParts): Uint8Array =>
  Buffer.concat([
    ...nodes.map((each) => bytesField(1, each)),
    bytesField(2, 'graph'),
    ...initializers.map((each) => bytesField(5, each)),
    ...inputs.map((each) => bytesField(11, each)),
    ...outputs.map((each) => bytesField(12, each)),
  ]);

export interface ModelOptions {
  /** Of the default domain; 0: the file uses `ai.onnx.ml` alone. */
  readonly opset?: number;
  readonly metadata?: Readonly<Record<string, string>>;
}

/** A whole file. */
export const onnxFile = (main: Uint8Array, { opset = 13, metadata = {} }: ModelOptions = {}): Buffer =>
  Buffer.concat([
    intField(1, 8),
    bytesField(2, 'cairn-specs'),
    bytesField(7, main),
    ...(opset === 0 ? [] : [bytesField(8, bytesField(1, ''), intField(2, opset))]),
    bytesField(8, bytesField(1, 'ai.onnx.ml'), intField(2, 1)),
    ...Object.entries(metadata).map(([key, value]) =>
      bytesField(14, bytesField(1, key), bytesField(2, value)),
    ),
  ]);
