import { operations } from '@cairn/contracts';
import { datasetHistory, historyPage } from '@cairn/datasets';
import { found } from '../../problems/problem.js';
import { handler, listed } from '../handler.js';

export const listDatasetHistory = handler(operations.listDatasetHistory, async (call) => {
  const entries = found(await datasetHistory(call.edge, call.reading, call.params.id));
  return listed(historyPage(entries, call.page));
});
