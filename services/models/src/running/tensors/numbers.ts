import { getFloat16, setFloat16 } from '@petamoriken/float16';
import type { TensorData } from '../native-parts.js';

export type Numbers = ArrayLike<number | bigint>;

/** What a type of onnxruntime holds, in one place for every way of asking. */
export interface NumberType {
  /** As a sentence says it. */
  readonly holds: string;
  readonly isFloat: boolean;
  /** All values, floats rounded to the nearest; or the place of the first one that the type cannot hold. */
  readonly read: (values: Numbers) => TensorData | number;
}

const filled = <Kept extends number | bigint>(
  array: TensorData & { [index: number]: Kept },
  values: Numbers,
  kept: (value: number | bigint) => Kept | undefined,
): TensorData | number => {
  for (let at = 0; at < values.length; at += 1) {
    const value = kept(values[at]!);
    if (value === undefined) return at;
    array[at] = value;
  }
  return array;
};

type Made<Kept> = new (length: number) => TensorData & { [index: number]: Kept };

const typeOf = <Kept extends number | bigint>(
  Kind: Made<Kept>,
  holds: string,
  kept: (value: number | bigint) => Kept | undefined,
): NumberType => ({
  ...{ holds, isFloat: false },
  read: (values) => filled(new Kind(values.length), values, kept),
});

const whole = (Kind: Made<number>, least: number, most: number): NumberType =>
  typeOf(Kind, `whole numbers from ${least} to ${most}`, (value) => {
    const number = Number(value);
    return Number.isInteger(number) && number >= least && number <= most ? number : undefined;
  });

/** A number beyond 2^53 was rounded before it came here: such ones come as bigints alone. */
const long = (Kind: Made<bigint>, least: bigint, most: bigint): NumberType =>
  typeOf(Kind, `whole numbers from ${least} to ${most}, those beyond 2^53 as texts`, (value) => {
    if (typeof value === 'number' && !Number.isSafeInteger(value)) return undefined;
    const exact = BigInt(value);
    return exact >= least && exact <= most ? exact : undefined;
  });

/** A finite number is refused where it would become infinity. */
const finite =
  (rounded: (value: number) => number) =>
  (value: number | bigint): number | undefined => {
    const number = Number(value);
    if (!Number.isFinite(number)) return typeof value === 'number' ? number : undefined;
    const kept = rounded(number);
    return Number.isFinite(kept) ? kept : undefined;
  };

const float = (Kind: Made<number>, bits: number, rounded: (value: number) => number): NumberType => {
  const type = typeOf(Kind, `numbers of ${bits} bits`, finite(rounded));
  return { ...type, isFloat: true, read: (values) => (values instanceof Kind ? values : type.read(values)) };
};

const HALF = new DataView(new ArrayBuffer(2));

const bitsOfHalf = (value: number): number => {
  setFloat16(HALF, 0, value);
  return HALF.getUint16(0);
};

const numberOfHalf = (bits: number): number => {
  HALF.setUint16(0, bits);
  return getFloat16(HALF, 0);
};

/** They stand in a tensor as their bits: Node has no array for them before 24. */
const keptHalf = finite((value) => numberOfHalf(bitsOfHalf(value)));
const float16: NumberType = {
  ...typeOf<number>(Uint16Array, 'numbers of 16 bits, to 65504', (value) => {
    const kept = keptHalf(value);
    return kept === undefined ? undefined : bitsOfHalf(kept);
  }),
  isFloat: true,
};

const TYPES: Readonly<Record<string, NumberType>> = {
  bool: typeOf<number>(Uint8Array, 'true and false, or 1 and 0', (value) => {
    const number = Number(value);
    return number === 0 || number === 1 ? number : undefined;
  }),
  int8: whole(Int8Array, -128, 127),
  uint8: whole(Uint8Array, 0, 255),
  int16: whole(Int16Array, -32_768, 32_767),
  uint16: whole(Uint16Array, 0, 65_535),
  int32: whole(Int32Array, -(2 ** 31), 2 ** 31 - 1),
  uint32: whole(Uint32Array, 0, 2 ** 32 - 1),
  int64: long(BigInt64Array, -(2n ** 63n), 2n ** 63n - 1n),
  uint64: long(BigUint64Array, 0n, 2n ** 64n - 1n),
  float16,
  float32: float(Float32Array, 32, Math.fround),
  float64: float(Float64Array, 64, (value) => value),
};

export const numberType = (type: string): NumberType | undefined =>
  Object.hasOwn(TYPES, type) ? TYPES[type] : undefined;

/** The numbers that bits of 16 stand for. */
export const numbersOfHalves = (bits: ArrayLike<number>): Float32Array => {
  const numbers = new Float32Array(bits.length);
  for (let at = 0; at < bits.length; at += 1) numbers[at] = numberOfHalf(bits[at]!);
  return numbers;
};

const LONGEST = 400;
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
const WHOLE = /^([+-]?\d+)(?:\.0*)?$/;
const NOT_FINITE: ReadonlySet<string> = new Set(['NaN', 'Infinity', '-Infinity']);

/** The number that a text writes, whole ones exact; `undefined` when it writes none, or a larger one than there is. */
export const numberInText = (text: string, { isFloat }: NumberType): number | bigint | undefined => {
  if (isFloat && NOT_FINITE.has(text)) return Number(text);
  if (text.length > LONGEST) return undefined;
  return isFloat ? decimalIn(text) : wholeIn(text);
};

const decimalIn = (text: string): number | undefined => {
  const number = DECIMAL.test(text) ? Number(text) : NaN;
  return Number.isFinite(number) ? number : undefined;
};

const wholeIn = (text: string): number | bigint | undefined => {
  const digits = WHOLE.exec(text)?.[1]?.replace('+', '');
  if (digits === undefined) return undefined;
  const number = Number(digits);
  return Number.isSafeInteger(number) ? number : BigInt(digits);
};
