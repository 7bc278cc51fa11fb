import { operations } from '@cairn/contracts';
import { versionHistory } from '@cairn/datasets';
import { found } from '../../problems/problem.js';
import { handler, listed } from '../handler.js';

export const listDatasetVersionHistory = handler(operations.listDatasetVersionHistory, async (call) => {
  const { dataset_id, id } = call.params;
  return listed(found(await versionHistory(call.edge, call.reading, dataset_id, id, call.page)));
});
