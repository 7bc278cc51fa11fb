import type { Json } from '@cairn/kernel';
import type { TensorData } from '../native-parts.js';
import type { TensorFacts } from '../port.js';
import { numeric, shown } from '../worker/tensors.js';
import { UnfitInput } from '../worker/unfit-input.js';
import type { ServedType } from './datatypes.js';

const WHOLE = /^-?\d{1,20}$/;
const NOT_FINITE: ReadonlySet<Json> = new Set(['NaN', 'Infinity', '-Infinity']);

/** Values of JSON as a model takes them: texts, yes and no, numbers within their type. Throws `UnfitInput`. */
export const valuesIn = (values: readonly Json[], type: ServedType, facts: TensorFacts): TensorData => {
  if (type === 'float16')
    throw new UnfitInput(
      `The input ${facts.name} is FP16, which JSON has no numbers for: send it as binary data.`,
    );
  const unfit = values.find((value) => !fits[type](value));
  if (unfit !== undefined)
    throw new UnfitInput(
      `The input ${facts.name} is ${shown(facts)}; \`data\` has ${JSON.stringify(unfit).slice(0, 50)}.`,
    );
  if (type === 'string') return values as readonly string[];
  return numeric(type, [values.length], values.map(numberOf)).data;
};

const numberOf = (value: Json): number | bigint =>
  typeof value === 'string' && WHOLE.test(value) ? BigInt(value) : Number(value);

const isFloat = (value: Json): boolean => typeof value === 'number' || NOT_FINITE.has(value);

/** Whole numbers of so many bits. */
const whole =
  (bits: number, isSigned: boolean) =>
  (value: Json): boolean => {
    const least = isSigned ? -(2 ** (bits - 1)) : 0;
    return Number.isInteger(value) && Number(value) >= least && Number(value) < least + 2 ** bits;
  };

/** Of 64 bits: a number that is exact, or a text. */
const long =
  (bounded: (value: bigint) => bigint) =>
  (value: Json): boolean => {
    const isExact = Number.isSafeInteger(value) || (typeof value === 'string' && WHOLE.test(value));
    return isExact && bounded(BigInt(value as number | string)) === BigInt(value as number | string);
  };

const fits: Readonly<Record<Exclude<ServedType, 'float16'>, (value: Json) => boolean>> = {
  bool: (value) => typeof value === 'boolean' || value === 0 || value === 1,
  uint8: whole(8, false),
  uint16: whole(16, false),
  uint32: whole(32, false),
  uint64: long((value) => BigInt.asUintN(64, value)),
  int8: whole(8, true),
  int16: whole(16, true),
  int32: whole(32, true),
  int64: long((value) => BigInt.asIntN(64, value)),
  float32: isFloat,
  float64: isFloat,
  string: (value) => typeof value === 'string',
};
