import { operations } from '@cairn/contracts';
import { itemHistory } from '@cairn/datasets';
import { found } from '../../problems/problem.js';
import { handler, listed } from '../handler.js';

export const listDatasetItemHistory = handler(operations.listDatasetItemHistory, async (call) => {
  return listed(found(await itemHistory(call.edge, call.reading, call.params, call.params.id, call.page)));
});
