import type { AddedItem } from '@cairn/contracts';
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
