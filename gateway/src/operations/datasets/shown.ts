import type { DatasetChanges, DatasetInput } from '@cairn/contracts';
import { visibleHistoryOf } from '@cairn/datasets';
import type { Reading } from '@cairn/kernel';
import type { Answer } from '../handler.js';

const WHO_SEES = ['public', 'visibility', 'organization_id', 'project_id', 'history_from'] as const;

/** Whether a body says who sees the dataset, or how much of its past. */
export const saysWhoSees = (body: DatasetInput | DatasetChanges): boolean =>
  WHO_SEES.some((field) => body[field] !== undefined);

/**
 * The answer to a write that says who sees a dataset: `X-History-Visible-From` is since when those see its history who
 * may only read it. There is none while nobody may that.
 */
export const shown = async (reading: Reading, id: string, answer: Answer): Promise<Answer> => {
  const since = await visibleHistoryOf(reading, id);
  return answer.kind !== 'resource' || since === undefined
    ? answer
    : { ...answer, headers: { 'X-History-Visible-From': since } };
};
