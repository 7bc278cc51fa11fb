import { operations } from '@cairn/contracts';
import { splitsOfVersion } from '@cairn/datasets';
import { found } from '../../problems/problem.js';
import { handler, listed } from '../handler.js';

export const listDatasetSplits = handler(operations.listDatasetSplits, async (call) =>
  listed(
    found(await splitsOfVersion(call.reading, call.params.dataset_id, call.params.version_id, call.page)),
  ),
);
