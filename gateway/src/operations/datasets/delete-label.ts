import { datasetCommands, operations } from '@cairn/contracts';
import { labelById } from '@cairn/datasets';
import { found } from '../../problems/problem.js';
import { deleted, handler } from '../handler.js';
import { labelAt } from './locations.js';

export const deleteLabel = handler(operations.deleteLabel, async (call) => {
  const { dataset_id, version_id, id } = call.params;
  const target = { location: labelAt(call.params, id), id };
  const input = { dataset_id, version_id, label_id: id };
  const { reading } = await call.write(datasetCommands.deleteLabel, input, target);
  const gone = { deletedToo: true };
  return deleted(async () => found(await labelById(reading, dataset_id, version_id, id, gone)).resource);
});
