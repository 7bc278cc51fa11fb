import { reaches } from '@cairn/kernel';
import { UnfitConfig } from '../config/config-reader.js';
import type { Prediction } from '../port.js';
import { floatsOf, type Tensor } from '../tensors/tensor.js';
import type { Placed } from './image.js';
import { type Plan, outputOf, takeOutput } from './plan.js';
import { checkLabels, confidenceOf, labelOf, numbersIn } from './scores.js';

/** Pixels in the tensor. */
interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly classId: number;
  readonly score: number;
}

type Outputs = Readonly<Record<string, Tensor>>;
export type ReadBoxes = (outputs: Outputs, placed: Placed) => readonly Prediction[];

/** Boxes are compared with each other: of more, those with the lowest scores are left out before. */
const MOST_COMPARED = 3_000;

/** Reads `[1, 4 + classes, boxes]`: centre, size and a score for each class, as YOLOv8 and newer put it out. */
export const readYolo = (plan: Plan): ReadBoxes => {
  const { name } = outputOf(plan);
  return (outputs, placed) => {
    const output = takeOutput(outputs, name);
    const [, rows = 0, columns = 0] = output.dims;
    if (output.dims.length !== 3 || rows < 5)
      throw new UnfitConfig(
        `The output ${name} is [${output.dims.join(', ')}]; yolov8 puts out [1, 4 + classes, boxes].`,
      );
    checkLabels(plan, rows - 4);
    return rectangles(plan, yoloBoxes(floatsOf(output), rows, columns), placed);
  };
};

const yoloBoxes = (values: ArrayLike<number>, rows: number, columns: number): readonly Box[] => {
  const boxes: Box[] = [];
  const at = (row: number, column: number): number => values[row * columns + column] ?? 0;
  for (let column = 0; column < columns; column += 1) {
    let classId = 0;
    for (let row = 5; row < rows; row += 1) if (at(row, column) > at(classId + 4, column)) classId = row - 4;
    const score = at(classId + 4, column);
    const [x, y, width, height] = [at(0, column), at(1, column), at(2, column), at(3, column)];
    boxes.push({
      left: x - width / 2,
      top: y - height / 2,
      right: x + width / 2,
      bottom: y + height / 2,
      classId,
      score,
    });
  }
  return boxes;
};

/**
 * Reads boxes, scores and classes of three outputs by their names: `detection_…` (TensorFlow: top, left, bottom, right as
 * parts of the picture), else as torchvision puts them out (left, top, right, bottom in pixels of the tensor).
 */
export const readSsd = (plan: Plan): ReadBoxes => {
  const find = (pattern: RegExp): string => {
    const [name, ...others] = plan.model.outputs
      .map((facts) => facts.name)
      .filter((each) => pattern.test(each));
    if (name === undefined || others.length > 0)
      throw new UnfitConfig('The decoder ssd reads outputs called boxes, scores and labels (or classes).');
    return name;
  };
  const names = { boxes: find(/boxes$/), scores: find(/scores$/), classes: find(/(?:labels|classes)$/) };
  const isTensorFlow = names.boxes.startsWith('detection_');
  return (outputs, placed) => {
    const corners = floatsOf(takeOutput(outputs, names.boxes));
    const scores = floatsOf(takeOutput(outputs, names.scores));
    const classes = floatsOf(takeOutput(outputs, names.classes));
    const boxes = Array.from(scores, (score, index): Box => {
      const [a = 0, b = 0, c = 0, d = 0] = corners.subarray(index * 4, index * 4 + 4);
      const { toWidth: width, toHeight: height } = placed;
      const sides = isTensorFlow
        ? { left: b * width, top: a * height, right: d * width, bottom: c * height }
        : { left: a, top: b, right: c, bottom: d };
      return { ...sides, classId: classes[index] ?? 0, score };
    });
    return rectangles(plan, boxes, placed);
  };
};

/**
 * Those that score enough and lie in the picture, in its pixels. Of boxes of one class that overlap only that with the
 * highest score stays.
 */
const rectangles = (plan: Plan, all: readonly Box[], placed: Placed): readonly Prediction[] => {
  const { nms } = plan.config.output;
  numbersIn(all.map(({ score }) => score));
  const boxes = all.filter((box) => reaches(box.score, nms.score) && isThere(inPicture(box, placed)));
  const kept: Box[] = [];
  for (const box of [...boxes].sort((a, b) => b.score - a.score).slice(0, MOST_COMPARED)) {
    if (kept.length >= plan.config.top) break;
    if (kept.every((other) => other.classId !== box.classId || overlap(other, box) <= nms.iou))
      kept.push(box);
  }
  return kept.map((box) => ({
    prediction: labelOf(plan, box.classId),
    classId: box.classId,
    confidence: confidenceOf(box.score),
    type: 'rectangle',
    value: inPicture(box, placed),
  }));
};

const areaOf = ({ left, top, right, bottom }: Omit<Box, 'classId' | 'score'>): number =>
  Math.max(0, right - left) * Math.max(0, bottom - top);

/** The common area of two as a part of the area of both. */
const overlap = (a: Box, b: Box): number => {
  const common = areaOf({
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  });
  const both = areaOf(a) + areaOf(b) - common;
  return both > 0 ? common / both : 0;
};

const isThere = ({ width, height }: ReturnType<typeof inPicture>): boolean => width > 0 && height > 0;

/** What of a box lies in the picture. */
const inPicture = (box: Box, placed: Placed): { x: number; y: number; width: number; height: number } => {
  const across = (x: number): number => clamp((x - placed.left) / placed.scaleX, placed.width);
  const down = (y: number): number => clamp((y - placed.top) / placed.scaleY, placed.height);
  const [x, y] = [across(box.left), down(box.top)];
  return { x, y, width: across(box.right) - x, height: down(box.bottom) - y };
};

const clamp = (value: number, most: number): number =>
  Number.isFinite(value) ? Math.min(most, Math.max(0, value)) : 0;
