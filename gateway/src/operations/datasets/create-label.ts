import { datasetCommands, operations } from '@cairn/contracts';
import { labelById } from '@cairn/datasets';
import { found } from '../../problems/problem.js';
import { created, handler } from '../handler.js';
import { labelAt, versionAt } from './locations.js';

export const createLabel = handler(operations.createLabel, async (call) => {
  const { dataset_id, version_id } = call.params;
  const id = call.newId('label');
  const location = labelAt(call.params, id);
  const input = { dataset_id, version_id, body: call.body };
  const target = { location, id, addressed: versionAt(call.params, version_id) };
  const { reading } = await call.write(datasetCommands.createLabel, input, target);
  return created(location, found(await labelById(reading, dataset_id, version_id, id)));
});
