import type { Json } from '@cairn/kernel';
import type { TensorData } from '../native-parts.js';
import type { TensorFacts } from '../port.js';
import { MOST_VALUES, type Tensor, fitting, shown, sizeOf, texts } from '../worker/tensors.js';
import { UnfitInput } from '../worker/unfit-input.js';
import { bytesOf, datatypeOf, isServed, type ServedType } from './datatypes.js';
import type { AskedTensor } from './request.js';
import { textsIn } from './texts.js';
import { valuesIn } from './values.js';

/** The bytes behind the JSON of a request, one after the other. */
export interface BinaryPart {
  /** Those that were not read yet. */
  readonly left: number;
  /** The next ones, in memory of their own. */
  next(bytes: number): ArrayBuffer;
}

/** What a model is fed by the inputs of a request. Throws `UnfitInput`, before a byte is read where they do not add up. */
export const openInputs = (
  asked: readonly AskedTensor[],
  binary: BinaryPart,
  wanted: readonly TensorFacts[],
): Readonly<Record<string, Tensor>> => {
  refuseSum(asked, binary.left);
  const known = new Map(wanted.map((facts) => [facts.name, facts]));
  const given = new Set(asked.map(({ name }) => name));
  const missing = wanted.find(({ name }) => !given.has(name));
  if (missing !== undefined) throw new UnfitInput(`The input ${missing.name} is missing: ${shown(missing)}.`);
  return Object.fromEntries(
    asked.map((tensor) => {
      const facts = known.get(tensor.name);
      if (facts === undefined)
        throw new UnfitInput(`The model has no input ${tensor.name}; it takes ${named(wanted)}.`);
      return [tensor.name, fitting(tensorOf(tensor, facts, binary), facts)];
    }),
  );
};

const named = (wanted: readonly TensorFacts[]): string =>
  wanted.map((facts) => `${facts.name} ${shown(facts)}`).join(', ');

const refuseSum = (asked: readonly AskedTensor[], there: number): void => {
  const sum = asked.reduce((bytes, { binaryBytes = 0 }) => bytes + binaryBytes, 0);
  if (sum !== there)
    throw new UnfitInput(
      `The inputs have ${sum} bytes by their \`binary_data_size\`; behind the JSON are ${there}.`,
    );
};

const tensorOf = (tensor: AskedTensor, facts: TensorFacts, binary: BinaryPart): Tensor => {
  const { name, datatype, shape, data, binaryBytes = 0 } = tensor;
  const { type } = facts;
  if (!isServed(type) || datatype !== datatypeOf(type))
    throw new UnfitInput(
      `The input ${name} is ${datatypeOf(type)}, ${shown(facts)}; what was sent is ${datatype}.`,
    );
  const count = sizeOf(shape);
  if (count > MOST_VALUES)
    throw new UnfitInput(`The input ${name} has more than ${MOST_VALUES} values: ${shown(facts)}.`);
  const values =
    data === undefined
      ? binaryValues(binary.next(binaryBytes), count, type, facts)
      : jsonValues(data, count, type, facts);
  return type === 'string' ? texts(shape, values as readonly string[]) : { type, dims: shape, data: values };
};

const jsonValues = (
  data: readonly Json[],
  count: number,
  type: ServedType,
  facts: TensorFacts,
): TensorData => {
  const values = flat(data);
  if (values.length === count) return valuesIn(values, type, facts);
  throw new UnfitInput(`The input ${facts.name} has ${values.length} values; its shape has ${count}.`);
};

const flat = (values: readonly Json[]): readonly Json[] =>
  values.some(Array.isArray)
    ? values.flatMap((value) => (Array.isArray(value) ? flat(value as readonly Json[]) : [value]))
    : values;

const arrays: Readonly<Record<Exclude<ServedType, 'string'>, (bytes: ArrayBuffer) => TensorData>> = {
  bool: (bytes) => new Uint8Array(bytes),
  uint8: (bytes) => new Uint8Array(bytes),
  uint16: (bytes) => new Uint16Array(bytes),
  uint32: (bytes) => new Uint32Array(bytes),
  uint64: (bytes) => new BigUint64Array(bytes),
  int8: (bytes) => new Int8Array(bytes),
  int16: (bytes) => new Int16Array(bytes),
  int32: (bytes) => new Int32Array(bytes),
  int64: (bytes) => new BigInt64Array(bytes),
  float16: (bytes) => new Uint16Array(bytes),
  float32: (bytes) => new Float32Array(bytes),
  float64: (bytes) => new Float64Array(bytes),
};

const binaryValues = (
  bytes: ArrayBuffer,
  count: number,
  type: ServedType,
  facts: TensorFacts,
): TensorData => {
  const { name } = facts;
  if (type === 'string') return textsIn(new Uint8Array(bytes), count, name);
  const wanted = count * bytesOf(type);
  if (bytes.byteLength !== wanted)
    throw new UnfitInput(
      `The input ${name} has ${bytes.byteLength} bytes; its shape has ${wanted}: ${shown(facts)}.`,
    );
  const values = arrays[type](bytes);
  if (type === 'bool' && new Uint8Array(bytes).some((value) => value > 1))
    throw new UnfitInput(`The input ${name} is BOOL: bytes of 0 and 1.`);
  return values;
};
