import { operations } from '@cairn/contracts';
import { splitStat } from '@cairn/datasets';
import { found } from '../../problems/problem.js';
import { answer, handler } from '../handler.js';

export const getSplitStats = handler(operations.getSplitStats, async (call) => {
  const { dataset_id, version_id, split_id } = call.params;
  return answer(found(await splitStat(call.reading, dataset_id, version_id, split_id)));
});
