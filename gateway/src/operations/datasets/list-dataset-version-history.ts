import { operations } from '@cairn/contracts';
import { historyPage, versionHistory } from '@cairn/datasets';
import { found } from '../../problems/problem.js';
import { handler, listed } from '../handler.js';

export const listDatasetVersionHistory = handler(operations.listDatasetVersionHistory, async (call) => {
  const entries = found(
    await versionHistory(call.edge, call.reading, call.params.dataset_id, call.params.id),
  );
  return listed(historyPage(entries, call.page));
});
