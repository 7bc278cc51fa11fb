import { datasetCommands, operations } from '@cairn/contracts';
import { datasetById } from '@cairn/datasets';
import { found } from '../../problems/problem.js';
import { deleted, handler } from '../handler.js';
import { datasetAt } from './locations.js';

export const deleteDataset = handler(operations.deleteDataset, async (call) => {
  const { id } = call.params;
  const target = { location: datasetAt(id), id };
  const { reading } = await call.write(datasetCommands.deleteDataset, { dataset_id: id }, target);
  return deleted(async () => found(await datasetById(reading, id, { deletedToo: true })).resource);
});
