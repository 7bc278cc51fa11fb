import type { Activation } from '../config/config.js';
import type { Prediction } from '../port.js';
import { ModelFailed } from './opened-model.js';
import { type Plan, outputOf, takeOutput } from './plan.js';
import { type Tensor, floatsOf } from './tensors.js';
import { UnfitConfig } from '../config/config-reader.js';

/** What puts out probabilities already: nothing is to be done to them. */
const ARE_PROBABILITIES: ReadonlySet<string> = new Set([
  'Softmax',
  'Sigmoid',
  'LinearClassifier',
  'SVMClassifier',
  'TreeEnsembleClassifier',
  'Normalizer',
]);

/** The config's, else by the operation that puts the output out: logits of several classes are made a softmax of. */
export const activationOf = ({ config, model }: Plan, output: string, classes: number): Activation => {
  if (config.output.activation !== undefined) return config.output.activation;
  if (ARE_PROBABILITIES.has(model.file.madeBy.get(output) ?? '')) return 'none';
  return classes === 1 ? 'sigmoid' : 'softmax';
};

export const activated = (values: ArrayLike<number>, activation: Activation): number[] => {
  const list = Array.from(values);
  if (activation === 'sigmoid') return list.map((value) => 1 / (1 + Math.exp(-value)));
  if (activation === 'none') return list;
  const most = list.reduce((a, b) => Math.max(a, b), -Infinity);
  const powers = list.map((value) => Math.exp(value - most));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map((power) => power / sum);
};

export const labelOf = ({ labels }: Plan, classId: number): string => labels[classId] ?? String(classId);

export const confidenceOf = (score: number): number =>
  Number.isFinite(score) ? Math.min(1, Math.max(0, score)) : 0;

/** The classes with the largest scores, the most likely first; of equal ones the first class. */
export const best = (
  scores: readonly number[],
  count: number,
): readonly { readonly classId: number; readonly score: number }[] =>
  scores
    .map((score, classId) => ({ score: Number.isNaN(score) ? -Infinity : score, classId }))
    .sort((a, b) => b.score - a.score || a.classId - b.classId)
    .slice(0, count);

export const classified = (plan: Plan, scores: readonly number[]): readonly Prediction[] => {
  if (scores.some(Number.isNaN)) throw new ModelFailed('The model put out values that are no numbers.');
  const count = plan.config.output.decoder === 'argmax' ? 1 : plan.config.top;
  return best(scores, count).map(({ classId, score }) => ({
    prediction: labelOf(plan, classId),
    classId,
    confidence: confidenceOf(score),
    type: 'classification',
    value: {},
  }));
};

/** Reads one row of classes. */
export const readClasses = (
  plan: Plan,
): ((outputs: Readonly<Record<string, Tensor>>) => readonly Prediction[]) => {
  const { name } = outputOf(plan);
  return (outputs) => {
    const output = takeOutput(outputs, name);
    const values = floatsOf(output);
    const classes = output.dims.at(-1) ?? 1;
    if (values.length !== classes)
      throw new UnfitConfig(
        `The output ${name} is [${output.dims.join(', ')}], not one score for each class.`,
      );
    checkLabels(plan, classes);
    return classified(plan, activated(values, activationOf(plan, name, classes)));
  };
};

/** A list of labels that is not as long as the output is wide names the wrong classes. */
export const checkLabels = ({ labels }: Plan, classes: number): void => {
  if (labels.length > 0 && labels.length !== classes)
    throw new UnfitConfig(`The model has ${classes} classes; there are ${labels.length} labels.`);
};
