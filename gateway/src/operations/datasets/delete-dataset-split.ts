import { datasetCommands, operations } from '@cairn/contracts';
import { splitById } from '@cairn/datasets';
import { found } from '../../problems/problem.js';
import { deleted, handler } from '../handler.js';
import { splitAt } from './locations.js';

export const deleteDatasetSplit = handler(operations.deleteDatasetSplit, async (call) => {
  const { dataset_id, version_id, id } = call.params;
  const target = { location: splitAt(call.params, id), id };
  const input = { dataset_id, version_id, split_id: id };
  const { reading } = await call.write(datasetCommands.deleteSplit, input, target);
  const gone = { deletedToo: true };
  return deleted(async () => found(await splitById(reading, dataset_id, version_id, id, gone)).resource);
});
