import { operations } from '@cairn/contracts';
import { versionsOfDataset } from '@cairn/datasets';
import { found } from '../../problems/problem.js';
import { handler, listed } from '../handler.js';

export const listDatasetVersions = handler(operations.listDatasetVersions, async (call) =>
  listed(found(await versionsOfDataset(call.reading, call.params.dataset_id, call.page, call.filters))),
);
