import { datasetCommands, operations } from '@cairn/contracts';
import { splitById } from '@cairn/datasets';
import { found } from '../../problems/problem.js';
import { handler, ok } from '../handler.js';
import { splitAt } from './locations.js';

export const updateDatasetSplit = handler(operations.updateDatasetSplit, async (call) => {
  const { dataset_id, version_id, id } = call.params;
  const target = { location: splitAt(call.params, id), id };
  const input = { dataset_id, version_id, split_id: id, body: call.body };
  const { reading } = await call.write(datasetCommands.updateSplit, input, target);
  return ok(found(await splitById(reading, dataset_id, version_id, id)));
});
