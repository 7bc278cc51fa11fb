import { datasetCommands, operations } from '@cairn/contracts';
import { itemById } from '@cairn/datasets';
import { found } from '../../problems/problem.js';
import { deleted, handler } from '../handler.js';
import { itemAt } from './locations.js';

export const deleteDatasetItem = handler(operations.deleteDatasetItem, async (call) => {
  const { dataset_id, version_id, id } = call.params;
  const target = { location: itemAt(call.params, id), id };
  const input = { dataset_id, version_id, item_id: id };
  const { reading } = await call.write(datasetCommands.deleteItem, input, target);
  return deleted(async () => found(await itemById(reading, call.params, id, { deletedToo: true })).resource);
});
