import type { AnnotationType } from '@cairn/contracts';

type Value = Readonly<Record<string, unknown>>;
/** What is wrong with a value, as a sentence; `undefined` when nothing is. */
type Fault = string | undefined;

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const isLength = (value: unknown): boolean => isNumber(value) && value >= 0;
const isIndex = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const isText = (value: unknown): value is string => typeof value === 'string';
const isOptional = (value: unknown, check: (value: unknown) => boolean): boolean =>
  value === undefined || check(value);
const areAll = (value: unknown, check: (element: unknown) => boolean): value is readonly unknown[] =>
  Array.isArray(value) && value.every(check);
const isTuple =
  (length: number) =>
  (value: unknown): boolean =>
    areAll(value, isNumber) && value.length === length;
const isPoints = (value: unknown): boolean => areAll(value, isTuple(2)) && value.length > 0;
const isRing = (value: unknown): boolean => areAll(value, isTuple(2)) && value.length >= 3;

const DIRECTIONS = new Set(['right', 'left', 'both', 'none']);

const fault = (holds: boolean, sentence: string): Fault => (holds ? undefined : sentence);

const faults: Readonly<Record<AnnotationType, (value: Value) => Fault>> = {
  classification: () => undefined,
  rectangle: ({ x, y, width, height, rotation }) =>
    fault(
      isNumber(x) && isNumber(y) && isLength(width) && isLength(height) && isOptional(rotation, isNumber),
      'a rectangle has numbers x, y, width and height, and perhaps rotation',
    ),
  polygon: ({ points, holes }) =>
    fault(
      isRing(points) && isOptional(holes, (rings) => areAll(rings, isRing)),
      'a polygon has points [[x,y],…], at least three, and perhaps holes',
    ),
  polyline: ({ points }) => fault(isPoints(points), 'a polyline has points [[x,y],…]'),
  points: ({ points }) => fault(isPoints(points), 'points are [[x,y],…]'),
  keypoints: ({ points, names }) =>
    fault(
      areAll(points, isTuple(3)) && isOptional(names, (all) => areAll(all, isText)),
      'keypoints have points [[x,y,v],…] and perhaps names',
    ),
  mask: ({ size, counts }) => maskFault(size, counts),
  span: ({ start, end, text }) =>
    fault(
      isIndex(start) && isIndex(end) && start <= end && isOptional(text, isText),
      'a span has start ≤ end, in code points, and its text',
    ),
  time_span: ({ start, end }) =>
    fault(
      isLength(start) && isLength(end) && (start as number) <= (end as number),
      'a time span has start ≤ end, in seconds',
    ),
  transcription: ({ text, language }) =>
    fault(isText(text) && isOptional(language, isText), 'a transcription has a text and perhaps a language'),
  relation: ({ from_id, to_id, direction }) =>
    fault(
      isText(from_id) && isText(to_id) && isText(direction) && DIRECTIONS.has(direction),
      'a relation has from_id, to_id and a direction: right, left, both or none',
    ),
};

const maskFault = (size: unknown, counts: unknown): Fault => {
  if (!areAll(size, isIndex) || size.length !== 2 || !areAll(counts, isIndex))
    return 'a mask has size [h,w] and counts, COCO run lengths';
  const [height, width] = size as readonly [number, number];
  const covered = (counts as readonly number[]).reduce((sum, run) => sum + run, 0);
  return fault(covered === height * width, 'the run lengths of a mask add up to its size');
};

/** What is wrong with the value of an annotation of this type (SPEC-annotation). */
export const valueFault = (type: AnnotationType, value: Value): string | undefined => faults[type](value);

/**
 * What is wrong with where a span lies in the text of its item, or with the text it quotes. Offsets count Unicode code
 * points, half open. `codePoints` are those of the item's text.
 */
export const spanFault = (value: Value, codePoints: readonly string[]): string | undefined => {
  const { start, end, text } = value as { start: number; end: number; text?: string };
  if (end > codePoints.length)
    return `the span ends at ${end}, the text has ${codePoints.length} code points`;
  return text === undefined || isQuote(text, codePoints, start, end)
    ? undefined
    : 'the text of the span is not what stands there';
};

/** A text of another length is told by that alone: many long spans cost no more than the texts they bring. */
const isQuote = (text: string, codePoints: readonly string[], start: number, end: number): boolean =>
  text.length >= end - start &&
  text.length <= 2 * (end - start) &&
  text === codePoints.slice(start, end).join('');
