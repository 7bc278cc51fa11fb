import { operations } from '@cairn/contracts';
import { splitById } from '@cairn/datasets';
import { found } from '../../problems/problem.js';
import { handler, ok } from '../handler.js';

export const getDatasetSplit = handler(operations.getDatasetSplit, async (call) =>
  ok(found(await splitById(call.reading, call.params.dataset_id, call.params.version_id, call.params.id))),
);
