import type { TensorData } from '../native-parts.js';
import type { TensorFacts } from '../port.js';
import { tensorOfLists } from '../tensors/asked-values.js';
import { fitting, MOST_VALUES, shown, sizeOf, type Tensor, texts } from '../tensors/tensor.js';
import { UnfitInput } from '../unfit-input.js';
import { bytesOf, datatypeOf, isServed, type ServedType } from './datatypes.js';
import type { AskedTensor } from './request.js';
import { textsIn } from './texts.js';

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
    asked.map((tensor, place) => {
      const facts = known.get(tensor.name);
      if (facts === undefined)
        throw new UnfitInput(`The model has no input ${tensor.name}; it takes ${named(wanted)}.`);
      return [tensor.name, fitting(tensorOf(tensor, facts, binary, `/inputs/${place}/data`), facts)];
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

const tensorOf = (
  { name, datatype, shape, data, binaryBytes = 0 }: AskedTensor,
  facts: TensorFacts,
  binary: BinaryPart,
  pointer: string,
): Tensor => {
  const { type } = facts;
  if (!isServed(type) || datatype !== datatypeOf(type))
    throw new UnfitInput(
      `The input ${name} is ${datatypeOf(type)}, ${shown(facts)}; what was sent is ${datatype}.`,
    );
  if (data !== undefined) return tensorOfLists(data, shape, facts, pointer);
  const count = sizeOf(shape);
  if (count > MOST_VALUES)
    throw new UnfitInput(`The input ${name} has more than ${MOST_VALUES} values: ${shown(facts)}.`);
  const bytes = binary.next(binaryBytes);
  if (type === 'string') return texts(shape, textsIn(new Uint8Array(bytes), count, name));
  return { type, dims: shape, data: binaryValues(bytes, count, type, facts) };
};

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
  type: Exclude<ServedType, 'string'>,
  facts: TensorFacts,
): TensorData => {
  const { name } = facts;
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
