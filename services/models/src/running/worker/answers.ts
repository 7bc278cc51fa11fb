import { UnfitConfig } from '../config/config-reader.js';
import type { Prediction } from '../port.js';
import { floatsOf, type Tensor } from '../tensors/tensor.js';
import { type Plan, knownOf, takeOutput } from './plan.js';
import { activationOf, placeOfLabel, type ReadOutputs, readOutputs, typeOf } from './reading.js';
import { activated, best, checkLabels, confidenceOf } from './scores.js';
import { widthOf } from './value-ranges.js';

type Outputs = Readonly<Record<string, Tensor>>;
type Read = (outputs: Outputs) => readonly Prediction[];

/** Reads one row: classes, with the model's own label where it gives one, or numbers. */
export const readAnswer = (plan: Plan): Read => {
  const known = knownOf(plan);
  const read = readOutputs(known);
  const { scores } = read;
  if (scores === undefined) return (outputs) => labelAlone(plan, read, outputs);
  return (outputs) => {
    const { values, width } = rowOf(outputs, scores.name);
    if (typeOf(known, read, width) === 'regression') return numbers(plan, values);
    return classified(plan, read, outputs, () => {
      const activation = activationOf(known, scores, width);
      return activated(signed(plan, values), activation);
    });
  };
};

const rowOf = (outputs: Outputs, name: string): { readonly values: number[]; readonly width: number } => {
  const output = takeOutput(outputs, name);
  const values = Array.from(floatsOf(output));
  // Several values of one row may stand in a column.
  const width = widthOf(output) === 1 ? values.length : widthOf(output);
  if (values.length !== width)
    throw new UnfitConfig(`The output ${name} is [${output.dims.join(', ')}], not one row of numbers.`);
  return { values, width };
};

/** Of a model whose label has the lowest score, a distance for example, the lowest is the most likely. */
const signed = ({ inspected }: Plan, values: readonly number[]): readonly number[] =>
  inspected.label_has === 'lowest_score' ? values.map((value) => -value) : values;

/** An item each. */
const MOST_NUMBERS = 1_000;

const numbers = ({ labels }: Plan, values: readonly number[]): readonly Prediction[] => {
  if (values.length > MOST_NUMBERS)
    throw new UnfitConfig(
      `The model puts out ${values.length} numbers; a regression has at most ${MOST_NUMBERS}. \`task: raw\` gives all.`,
    );
  return values.map((value, place) => ({
    prediction: String(value),
    classId: values.length === 1 ? -1 : place,
    confidence: 1,
    type: 'regression',
    value: {
      value: Number.isFinite(value) ? value : String(value),
      ...(labels[place] === undefined ? {} : { name: labels[place] }),
    },
  }));
};

/** The label of a model that tells no scores, or none that are known to be its. */
const labelAlone = (plan: Plan, { label, own }: ReadOutputs, outputs: Outputs): readonly Prediction[] => {
  const told = label === undefined ? '' : toldBy(outputs, label);
  const classId = own === undefined ? -1 : placeOfLabel(own, told);
  return [
    {
      prediction: plan.labels[classId] ?? told,
      classId,
      confidence: 1,
      type: 'classification',
      value: {},
    },
  ];
};

const toldBy = (outputs: Outputs, label: string): string => {
  const { data } = takeOutput(outputs, label);
  if (data.length !== 1) throw new UnfitConfig(`The output ${label} has ${data.length} labels, not one.`);
  return String(data[0]);
};

const classified = (
  plan: Plan,
  read: ReadOutputs,
  outputs: Outputs,
  scoresOf: () => readonly number[],
): readonly Prediction[] => {
  const { label, own } = read;
  const names = namesOf(plan, read);
  // Nothing says which of its classes the scores are of.
  if (label !== undefined && own === undefined && names.length === 0) return labelAlone(plan, read, outputs);
  const scores = ofTwo(scoresOf(), names);
  checkLabels(plan, scores.length);
  const first = label === undefined || own === undefined ? -1 : placeOfLabel(own, toldBy(outputs, label));
  const count = plan.config.output.decoder === 'argmax' ? 1 : plan.config.top;
  return firstly(best(scores, scores.length), first)
    .slice(0, count)
    .map(({ classId, score }) => ({
      prediction: nameOf(names, classId),
      classId,
      confidence: confidenceOf(score),
      type: 'classification',
      value: {},
    }));
};

const nameOf = (names: readonly string[], classId: number): string => names[classId] ?? String(classId);

/** Of the version, else the model's own. */
const namesOf = ({ labels }: Plan, { own }: ReadOutputs): readonly string[] =>
  labels.length > 0 || own === undefined || own === 'places' ? labels : own.names;

/** One score of a model that tells two classes apart is that of the second. */
const ofTwo = (scores: readonly number[], names: readonly string[]): readonly number[] => {
  const [only = 0] = scores;
  return scores.length === 1 && names.length === 2 ? [1 - only, only] : scores;
};

/** What the model itself says comes first. */
const firstly = <Score extends { readonly classId: number }>(
  scores: readonly Score[],
  first: number,
): readonly Score[] => {
  const told = scores.filter(({ classId }) => classId === first);
  return [...told, ...scores.filter(({ classId }) => classId !== first)];
};
