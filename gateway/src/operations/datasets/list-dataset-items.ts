import { operations } from '@cairn/contracts';
import { itemsOfVersion } from '@cairn/datasets';
import { found } from '../../problems/problem.js';
import { handler, listed } from '../handler.js';

export const listDatasetItems = handler(operations.listDatasetItems, async (call) =>
  listed(found(await itemsOfVersion(call.reading, call.params, call.page, call.filters))),
);
