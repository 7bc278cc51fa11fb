import { operations } from '@cairn/contracts';
import { datasetHistory } from '@cairn/datasets';
import { found } from '../../problems/problem.js';
import { handler, listed } from '../handler.js';

export const listDatasetHistory = handler(operations.listDatasetHistory, async (call) => {
  return listed(found(await datasetHistory(call.edge, call.reading, call.params.id, call.page)));
});
