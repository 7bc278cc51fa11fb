import type { KnownItem } from '../inference/items.js';

/** The first of the answers to an input, as far as answers are compared. */
export type Answer = Pick<KnownItem, 'prediction' | 'class_id' | 'type' | 'value'>;

/** What is numbers, and has no prediction that says them. */
const NUMBERS: ReadonlySet<string> = new Set(['regression', 'embedding', 'raw']);

/** Of the larger of two numbers, and for those about zero. */
const [RELATIVE, ABSOLUTE] = [1e-4, 1e-8];

export const isClassification = ({ type }: Pick<Answer, 'type'>): boolean => type === 'classification';

/**
 * Whether two versions agree about an input, by the first of their answers: numbers within a ten thousandth, all else by the
 * text of the prediction. Of two classes one may have no name: then their ids count. That nothing is found is an answer.
 */
export const agree = (before: Answer | undefined, after: Answer | undefined): boolean => {
  if (before === undefined || after === undefined) return before === after;
  if (NUMBERS.has(before.type) && before.type === after.type) return areClose(before.value, after.value);
  return before.prediction === after.prediction || isSameClass(before, after);
};

const isSameClass = (before: Answer, after: Answer): boolean =>
  [before, after].every(isClassification) &&
  [before, after].some(isUnnamed) &&
  before.class_id !== undefined &&
  before.class_id === after.class_id;

/** Without a file of labels a class is told as its number. */
const isUnnamed = ({ prediction, class_id }: Answer): boolean => prediction === String(class_id);

/** Tensors tell -0 as a text. */
const numberOf = (value: unknown): unknown => (value === '-0' ? -0 : value);

const areClose = (before: unknown, after: unknown): boolean => {
  const [one, other] = [numberOf(before), numberOf(after)];
  if (typeof one === 'number' && typeof other === 'number')
    return Math.abs(one - other) <= Math.max(ABSOLUTE, RELATIVE * Math.max(Math.abs(one), Math.abs(other)));
  if (!isCompound(one) || !isCompound(other)) return one === other;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && areClose(one[key], other[key]))
  );
};

/** An object, or an array by its indexes. */
const isCompound = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
