import type { AddedItem } from '@cairn/contracts';
import { inSlices, type Soon, type Steps } from '@cairn/kernel';
import { type KeptTensor, toldTensors } from '../../running/kept-tensor.js';
import type { Prediction } from '../../running/port.js';

/** One of the answers as an event keeps it. */
export interface KnownItem {
  readonly prediction: string;
  readonly class_id?: number;
  readonly confidence: number;
  readonly type: string;
  readonly value: unknown;
  readonly attributes?: unknown;
}

/** What a model answered here. */
export const itemsOfRun = (predictions: readonly Prediction[]): readonly KnownItem[] =>
  predictions.map(({ prediction, classId, confidence, type, value }) => ({
    prediction,
    ...(classId < 0 ? {} : { class_id: classId }),
    ...{ confidence, type, value },
  }));

/** Items of a run as they are told. Large tensors take a while: others have their turns. */
export const toldItems = (items: readonly KnownItem[]): Soon<readonly KnownItem[]> => inSlices(told(items));

/** Items as they were recorded. What was answered elsewhere is told as it came. */
export const recordedItems = ({
  source,
  items,
}: {
  readonly source: 'run' | 'added';
  /** JSON. */
  readonly items: string;
}): Soon<readonly KnownItem[]> => {
  const known = JSON.parse(items) as readonly KnownItem[];
  return source === 'run' ? toldItems(known) : known;
};

function* told(items: readonly KnownItem[]): Steps<readonly KnownItem[]> {
  const all: KnownItem[] = [];
  for (const item of items)
    all.push(
      item.type === 'raw'
        ? { ...item, value: yield* toldTensors(item.value as Readonly<Record<string, KeptTensor>>) }
        : item,
    );
  return all;
}

/** What was answered elsewhere; one that only names a prediction has that as its one item. */
export const itemsAdded = (
  items: readonly AddedItem[] | undefined,
  { prediction, confidence = 0 }: { readonly prediction?: string; readonly confidence?: number },
): readonly KnownItem[] => {
  const alone: readonly AddedItem[] = prediction === undefined ? [] : [{ prediction, confidence }];
  return (items ?? alone).map((item) => ({
    ...item,
    confidence: item.confidence ?? 0,
    type: item.type ?? 'classification',
    value: item.value ?? {},
  }));
};
