import type { Activation } from '../config/config.js';
import { ModelFailed } from './opened-model.js';
import type { Plan } from './plan.js';
import { UnfitConfig } from '../config/config-reader.js';

/** Scores as they are told. Throws `ModelFailed` when one of them is no number: the model overflowed. */
export const activated = (values: ArrayLike<number>, activation: Activation): readonly number[] =>
  numbersIn(scoresOf(Array.from(values), activation));

const scoresOf = (list: readonly number[], activation: Activation): readonly number[] => {
  if (activation === 'sigmoid') return list.map((value) => 1 / (1 + Math.exp(-value)));
  if (activation === 'none') return list;
  const most = list.reduce((a, b) => Math.max(a, b), -Infinity);
  const powers = list.map((value) => Math.exp(value - most));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map((power) => power / sum);
};

/** A class may be left out by a score of -Infinity. */
export const numbersIn = (scores: readonly number[]): readonly number[] => {
  if (scores.some((score) => Number.isNaN(score) || score === Infinity))
    throw new ModelFailed('The model put out values that are no numbers.');
  return scores;
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
    .map((score, classId) => ({ score, classId }))
    .sort((a, b) => b.score - a.score || a.classId - b.classId)
    .slice(0, count);

/** A list of labels that is not as long as the output is wide names the wrong classes. */
export const checkLabels = ({ labels }: Plan, classes: number): void => {
  if (labels.length > 0 && labels.length !== classes)
    throw new UnfitConfig(`The model has ${classes} classes; there are ${labels.length} labels.`);
};
