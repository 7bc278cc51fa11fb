import type { Activation, AnswerType, ModelConfig, Task } from '../config/config.js';
import { Unsettled, UnfitConfig } from '../config/config-reader.js';
import {
  type Graph,
  isLabel,
  isRegressor,
  isSigmoid,
  isSoftmax,
  type LabelsOf,
  originOf,
  ownLabelsOf,
} from '../file/graph.js';
import type { AnswerFacts, OutputFacts, ValueRange } from '../port.js';
import { NOT_TENSOR } from './opened-model.js';
import { FLOATS } from './value-ranges.js';

/** What decides how answers are read. */
export interface Known {
  readonly output: Pick<ModelConfig['output'], 'name' | 'type' | 'activation' | 'decoder'>;
  /** As the config says it; nothing where it was found out. */
  readonly task: Task | undefined;
  /** How many names of classes the version has. */
  readonly labels: number;
  readonly outputs: readonly OutputFacts[];
  readonly graph: Graph;
  /** Labels of an output that is a list of maps. */
  readonly labelsOfMaps: (output: string) => readonly string[] | undefined;
}

/** The outputs that an answer is read from. */
export interface ReadOutputs {
  /** Scores of classes, or numbers. */
  readonly scores: OutputFacts | undefined;
  /** The model's own label. */
  readonly label: string | undefined;
  /** Among which it chooses, in the order of the scores. */
  readonly own: LabelsOf | undefined;
}

const SCORES = /logit|prob|score/i;
const LABELS: ReadonlySet<string> = new Set(['string', 'int64', 'int32']);
const LABEL_NAMES = /label|class/i;

/** The output of scores that the config names, the only one of floats, or the one that is called so; and the label beside it. Throws `UnfitConfig`. */
export const readOutputs = ({ output, outputs, graph, labelsOfMaps }: Known): ReadOutputs => {
  const readable = outputs.filter(({ type }) => type !== NOT_TENSOR);
  const label = labelAmong(readable, graph);
  const scores = scoresAmong(readable, output.name, label);
  const names = scores === undefined ? undefined : labelsOfMaps(scores.name);
  const own = names !== undefined ? { names } : label === undefined ? undefined : ownLabelsOf(graph, label);
  return { scores, label, own };
};

const labelAmong = (readable: readonly OutputFacts[], graph: Graph): string | undefined => {
  const fitting = readable.filter(({ type }) => LABELS.has(type));
  const sure = fitting.filter(({ name }) => isLabel(graph, name));
  const called = fitting.filter(({ name, shape }) => LABEL_NAMES.test(name) && isColumn(shape));
  return [sure, called].find((each) => each.length === 1)?.[0]?.name;
};

const isColumn = (shape: OutputFacts['shape']): boolean =>
  shape.length < 2 || (shape.length === 2 && shape[1] === 1);

const scoresAmong = (
  readable: readonly OutputFacts[],
  name: string | undefined,
  label: string | undefined,
): OutputFacts | undefined => {
  if (name !== undefined) return named(readable, name, label);
  const floats = readable.filter(({ type }) => FLOATS.has(type));
  const called = floats.filter((facts) => SCORES.test(facts.name));
  const only = [floats, called].find((each) => each.length === 1)?.[0];
  if (only === undefined && (floats.length > 0 || label === undefined))
    throw new Unsettled('output.name', `\`output.name\` is missing: ${has(readable)}.`);
  return only;
};

/** Nothing where the output that is named is the label itself. */
const named = (
  readable: readonly OutputFacts[],
  name: string,
  label: string | undefined,
): OutputFacts | undefined => {
  const found = readable.find((facts) => facts.name === name);
  if (found === undefined) throw new UnfitConfig(`\`output.name\` is ${name}; ${has(readable)}.`);
  return name === label ? undefined : found;
};

const has = (outputs: readonly OutputFacts[]): string =>
  outputs.length === 0
    ? 'the model has no output that is a tensor'
    : `the model has the outputs ${outputs.map((facts) => `${facts.name} (${facts.type})`).join(', ')}`;

/** Whether `width` numbers of an output are scores of classes or values. Throws `Unsettled` with the line that says it. */
export const typeOf = (known: Known, { scores, label }: ReadOutputs, width: number): AnswerType => {
  const { output, graph } = known;
  if (output.type !== undefined) return output.type;
  if (output.decoder !== undefined) return 'classification';
  if (label !== undefined || scores === undefined) return 'classification';
  if (isRegressor(graph, scores.name)) return 'regression';
  return width === 1 ? typeOfOne(known, scores) : typeOfSeveral(known, scores, width);
};

const typeOfOne = (known: Known, { name }: OutputFacts): AnswerType => {
  const { labels, output, graph } = known;
  const isScore = isAskedForClasses(known) || isSigmoid(graph, name);
  if (labels > 1 || (labels === 1 && isScore)) return 'classification';
  if (labels === 1)
    throw new Unsettled(
      'output.type',
      `\`output.type\` is missing: the one number of ${name} is the score of a class ("classification") or a value ("regression").`,
    );
  if (output.activation === 'none' || !isSigmoid(graph, name)) return 'regression';
  throw new Unsettled(
    'labels',
    `The output ${name} is one number between 0 and 1. For a probability, \`labels\` has the names of the two classes; for a value, \`output.type\` is "regression".`,
  );
};

/** By the task. A table is asked for either. */
const isAskedForClasses = ({ task }: Known): boolean => task !== undefined && task !== 'tabular';

const typeOfSeveral = (known: Known, facts: OutputFacts, width: number): AnswerType => {
  const isAsked = isAskedForClasses(known);
  const isKnown = areProbabilities(known.graph, facts);
  if (isAsked || isKnown || known.labels === width || known.output.activation !== undefined)
    return 'classification';
  throw new Unsettled(
    'output.type',
    `\`output.type\` is missing: the ${width} numbers of ${facts.name} are scores of classes ("classification") or values ("regression").`,
  );
};

/** What makes confidences of scores. Throws `Unsettled` where the model does not show it. */
export const activationOf = (
  { output, graph }: Pick<Known, 'output' | 'graph'>,
  facts: OutputFacts,
  width: number,
): Activation => {
  if (output.activation !== undefined) return output.activation;
  const { name, values = unseen(graph, name) } = facts;
  if (areProbabilities(graph, facts)) return 'none';
  if (values === 'any_number') return width === 1 ? 'sigmoid' : 'softmax';
  throw new Unsettled(
    'output.activation',
    `\`output.activation\` is missing: the numbers of ${name} ${
      values === undefined ? 'were not seen' : 'are between 0 and 1, and do not add up to 1'
    }. It is "none" where each is a probability, else "softmax" or "sigmoid".`,
  );
};

const OPEN_ENDED: ReadonlySet<string> = new Set(['Add', 'Conv', 'Gemm', 'MatMul']);

/** Of an output that no made-up row has shown: what its operation alone allows. */
const unseen = (graph: Graph, name: string): ValueRange | undefined =>
  OPEN_ENDED.has(originOf(graph, name)?.node.operation ?? '') ? 'any_number' : undefined;

const areProbabilities = (graph: Graph, { name, values }: Pick<OutputFacts, 'name' | 'values'>): boolean =>
  values === 'probabilities' ||
  (values !== 'any_number' && (isSoftmax(graph, name) || isSigmoid(graph, name)));

const MOST_LABEL_CHARACTERS = 100_000;

/** As a version tells it: how answers are read without a word of config. Throws `Unsettled`. */
export const answerFacts = (known: Known, width: number | undefined): AnswerFacts | undefined => {
  const read = readOutputs(known);
  const { scores, label, own } = read;
  if (scores !== undefined && width === undefined) return undefined;
  const type = typeOf(known, read, width ?? 1);
  return {
    type,
    ...(scores === undefined ? {} : { output: scores.name }),
    ...(type === 'classification' ? activationFacts(known, scores, width) : {}),
    ...(label === undefined ? {} : { label_output: label }),
    ...shownLabels(own),
  };
};

const activationFacts = (
  known: Known,
  scores: OutputFacts | undefined,
  width = 1,
): Pick<AnswerFacts, 'activation'> =>
  scores === undefined ? {} : { activation: activationOf(known, scores, width) };

const shownLabels = (own: LabelsOf | undefined): Pick<AnswerFacts, 'labels'> => {
  if (own === undefined || own === 'places') return {};
  const characters = own.names.reduce((sum, name) => sum + name.length, 0);
  return characters > MOST_LABEL_CHARACTERS ? {} : { labels: own.names };
};

/** The place of a label among the scores; -1 where it has none. */
export const placeOfLabel = (own: LabelsOf, label: string): number =>
  own === 'places' ? Number(label) : own.names.indexOf(label);
