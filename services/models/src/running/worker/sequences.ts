import { UnfitConfig } from '../config/config-reader.js';
import type { Prediction } from '../port.js';
import { floatsOf, type Tensor } from '../tensors/tensor.js';
import { ModelFailed } from './opened-model.js';
import { type Plan, knownOf, outputOf, takeOutput } from './plan.js';
import { activationOf } from './reading.js';
import { activated, best, checkLabels, confidenceOf, labelOf } from './scores.js';
import type { Tokens } from './text.js';
import type { Word } from './words.js';

type Outputs = Readonly<Record<string, Tensor>>;

/** The most likely class of each step of `[1, steps, classes]`, or `[steps, 1, classes]`. */
interface Step {
  readonly classId: number;
  readonly score: number;
}

const stepsOf = (
  plan: Plan,
  name: string,
  output: Tensor,
): { readonly steps: readonly Step[]; readonly classes: number } => {
  const values = floatsOf(output);
  const classes = output.dims.at(-1) ?? 0;
  const count = classes === 0 ? 0 : values.length / classes;
  if (output.dims.length < 2 || output.dims.slice(0, -1).filter((size) => size !== 1).length > 1)
    throw new UnfitConfig(
      `The output ${name} is [${output.dims.join(', ')}], not scores of classes for each step.`,
    );
  const activation = activationOf(knownOf(plan), outputOf(plan), classes);
  const steps = Array.from({ length: count }, (_, step): Step => {
    const [top] = best(activated(values.subarray(step * classes, (step + 1) * classes), activation), 1);
    return top ?? { classId: 0, score: 0 };
  });
  return { steps, classes };
};

/**
 * Connectionist temporal classification, the most likely class of each step: repeats fall together, blanks fall away. Labels
 * name the classes, or the classes without the blank.
 */
export const readCtc = (plan: Plan): ((outputs: Outputs) => readonly Prediction[]) => {
  const { name } = outputOf(plan);
  const { blank } = plan.config.output;
  return (outputs) => {
    const { steps, classes } = stepsOf(plan, name, takeOutput(outputs, name));
    const isWithoutBlank = plan.labels.length === classes - 1;
    if (!isWithoutBlank) checkLabels(plan, classes);
    const read = steps.filter(
      ({ classId }, index) => classId !== blank && classId !== steps[index - 1]?.classId,
    );
    const place = (classId: number): number => (isWithoutBlank && classId > blank ? classId - 1 : classId);
    const text = read.map(({ classId }) => labelOf(plan, place(classId))).join('');
    const sum = read.reduce((total, { score }) => total + score, 0);
    const confidence = read.length === 0 ? 0 : confidenceOf(sum / read.length);
    return [{ prediction: text, classId: -1, confidence, type: 'transcription', value: { text } }];
  };
};

interface Span {
  readonly name: string;
  readonly classId: number;
  readonly scores: number[];
  readonly first: Word;
  last: Word;
}
const TAG = /^([BIES])-(.+)$/;

/** Spans of a text from a class for each token: `B-`, `I-`, `E-`, `S-` and `O` (IOB2, BIOES); other labels go by words. */
export const readSpans = (
  plan: Plan,
): ((outputs: Outputs, tokens: Tokens, text: string) => readonly Prediction[]) => {
  const { name } = outputOf(plan);
  return (outputs, tokens, text) => {
    const { steps, classes } = stepsOf(plan, name, takeOutput(outputs, name));
    checkLabels(plan, classes);
    const points = Array.from(text);
    return spansOf(plan, firstTokens(steps, tokens)).map(
      ({ name: prediction, classId, scores, first, last }) => {
        const [start, end] = [first.start, last.end];
        const confidence = confidenceOf(scores.reduce((sum, score) => sum + score, 0) / scores.length);
        const value = { start, end, text: points.slice(start, end).join('') };
        return { prediction, classId, confidence, type: 'span', value };
      },
    );
  };
};

/** A word has the class of its first token. */
const firstTokens = (
  steps: readonly Step[],
  { words, wordOf }: Tokens,
): readonly { readonly word: Word; readonly step: Step }[] =>
  steps.flatMap((step, index) => {
    const word = words[wordOf[index] ?? -1];
    return word === undefined || wordOf[index - 1] === wordOf[index] ? [] : [{ word, step }];
  });

const spansOf = (
  plan: Plan,
  read: readonly { readonly word: Word; readonly step: Step }[],
): readonly Span[] => {
  const spans: Span[] = [];
  let open: Span | undefined;
  for (const { word, step } of read) {
    const { goesOn, name } = tagOf(labelOf(plan, step.classId));
    if (open !== undefined && goesOn && open.name === name) {
      open.last = word;
      open.scores.push(step.score);
      continue;
    }
    open =
      name === ''
        ? undefined
        : { name, classId: step.classId, scores: [step.score], first: word, last: word };
    if (open !== undefined) spans.push(open);
  }
  return spans;
};

/** Without a name it is no span. */
const tagOf = (label: string): { readonly goesOn: boolean; readonly name: string } => {
  const [, mark = '', name = label === 'O' ? '' : label] = TAG.exec(label) ?? [];
  return { goesOn: mark === 'I' || mark === 'E', name };
};

/** One vector: of `[1, width]`, or of `[1, tokens, width]` the mean of a range of rows (all of them without it), or its first. */
export const readEmbedding = (
  plan: Plan,
): ((outputs: Outputs, range?: Tokens['range']) => readonly Prediction[]) => {
  const { name } = outputOf(plan);
  const { pooling, normalize } = plan.config.output;
  return (outputs, [from, to] = [0, Infinity]) => {
    const output = takeOutput(outputs, name);
    const values = Array.from(floatsOf(output));
    const width = output.dims.at(-1) ?? values.length;
    const rows = Math.min(values.length / width, to);
    const first = from < rows ? from : 0;
    const vector =
      pooling === 'cls'
        ? values.slice(first * width, (first + 1) * width)
        : meanOf(values.slice(first * width, rows * width), width);
    const length = normalize ? Math.sqrt(vector.reduce((sum, each) => sum + each * each, 0)) || 1 : 1;
    const numbers = vector.map((each) => each / length);
    if (!numbers.every(Number.isFinite))
      throw new ModelFailed('The model put out values that are no numbers.');
    return [{ prediction: '', classId: -1, confidence: 1, type: 'embedding', value: { vector: numbers } }];
  };
};

const meanOf = (values: readonly number[], width: number): number[] => {
  const count = values.length / width;
  return Array.from({ length: width }, (_, column) => {
    let sum = 0;
    for (let row = 0; row < count; row += 1) sum += values[row * width + column] ?? 0;
    return sum / count;
  });
};
