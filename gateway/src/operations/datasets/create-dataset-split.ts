import { datasetCommands, operations } from '@cairn/contracts';
import { splitById } from '@cairn/datasets';
import { found } from '../../problems/problem.js';
import { created, handler } from '../handler.js';
import { splitAt, versionAt } from './locations.js';

export const createDatasetSplit = handler(operations.createDatasetSplit, async (call) => {
  const { dataset_id, version_id } = call.params;
  const id = call.newId('split');
  const location = splitAt(call.params, id);
  const input = { dataset_id, version_id, body: call.body };
  const target = { location, id, addressed: versionAt(call.params, version_id) };
  const { reading } = await call.write(datasetCommands.createSplit, input, target);
  return created(location, found(await splitById(reading, dataset_id, version_id, id)));
});
