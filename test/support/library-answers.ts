/** Holds what Cairn answered against what a library predicts. */
import type { Inference } from '@cairn/contracts';
import type { CaseTensor, Cell, LibraryCase, Maps } from './library-cases.js';

const PROBABILITY = 1e-4;
const VALUE = 1e-3;
/** Two builds of onnxruntime add up in another order. */
const RELATIVE: Readonly<Record<string, number>> = { FP16: 2e-3, FP32: 1e-4, FP64: 1e-6 };

const isNear = (one: number, other: number, within: number): boolean => Math.abs(one - other) <= within;

/** What is wrong with the answer to one row, in words; nothing when it is as the library predicts. */
export const wrongIn = (of: LibraryCase, row: number, answer: Inference): readonly string[] => {
  if (answer.error !== '') return [`failed with ${answer.error}`];
  return [
    ...wrongLabel(of.labels?.[row], answer),
    ...wrongProbabilities(of.probabilities?.[row] ?? {}, answer),
    ...(of.values === null ? [] : wrongValues(of.values[row] ?? [], answer)),
  ];
};

const wrongLabel = (label: string | undefined, { prediction }: Inference): readonly string[] =>
  label === undefined || prediction === label ? [] : [`label ${label}, seen ${prediction}`];

const wrongProbabilities = (
  wanted: Readonly<Record<string, number>>,
  { inference_items: items }: Inference,
): readonly string[] =>
  Object.entries(wanted).flatMap(([label, probability]) => {
    const seen = items.find(({ prediction }) => prediction === label)?.confidence;
    return isNear(seen ?? NaN, probability, PROBABILITY)
      ? []
      : [`${label} ${probability.toFixed(4)}, seen ${seen?.toFixed(4) ?? 'none'}`];
  });

/** One item for each number that the model puts out, in their order. */
const wrongValues = (wanted: readonly number[], { inference_items: items }: Inference): readonly string[] => {
  const seen = [...items].sort((one, other) => (one.class_id ?? 0) - (other.class_id ?? 0));
  const numbers = seen.map(({ value, type }) =>
    type === 'regression' ? (value as { readonly value: number }).value : NaN,
  );
  const isRight =
    numbers.length === wanted.length &&
    wanted.every((number, at) => isNear(numbers[at] ?? NaN, number, VALUE * Math.max(1, Math.abs(number))));
  if (isRight) return [];
  const told = items.map(({ type, prediction }) => `${type} ${prediction}`).join(' and ');
  return [`${wanted.join(' and ')}, seen ${told}`];
};

const isMaps = (output: CaseTensor | Maps): output is Maps => 'maps' in output;

/** The numbers of maps as a tensor has them: a row for each, the labels in their order. */
const valuesOf = (output: CaseTensor | Maps): readonly Cell[] =>
  isMaps(output) ? output.maps.flatMap((row) => Object.values(row)) : output.data;

export interface Told {
  readonly name: string;
  readonly datatype: string;
  readonly shape: readonly number[];
  readonly data: readonly Cell[];
}

/** What is wrong with one output of a batch; a sequence of maps may come as a tensor of its numbers. */
export const wrongOutput = (name: string, wanted: CaseTensor | Maps, told: Told): readonly string[] => {
  const values = valuesOf(wanted);
  const datatype = isMaps(wanted) ? told.datatype : wanted.datatype;
  if (told.datatype !== datatype || told.data.length !== values.length)
    return [`${name} is ${datatype} of ${values.length}, seen ${told.datatype} of ${told.data.length}`];
  const at = values.findIndex((value, place) => !isSame(value, told.data[place], RELATIVE[datatype]));
  return at === -1 ? [] : [`${name}[${at}] is ${values[at]}, seen ${told.data[at]}`];
};

const isSame = (one: Cell, other: Cell | undefined, relative = 0): boolean =>
  typeof one === 'number' && relative > 0
    ? isNear(one, Number(other), relative * Math.max(1, Math.abs(one)))
    : String(one) === String(other);

export const areMaps = isMaps;
