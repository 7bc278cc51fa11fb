import { datasetCommands, operations } from '@cairn/contracts';
import { itemById } from '@cairn/datasets';
import { found } from '../../problems/problem.js';
import { created, handler } from '../handler.js';
import { itemAt } from './locations.js';

export const createDatasetItem = handler(operations.createDatasetItem, async (call) => {
  const { dataset_id, version_id } = call.params;
  const id = call.newId('item');
  const location = itemAt(call.params, id);
  const input = { dataset_id, version_id, body: call.body };
  const { reading } = await call.write(datasetCommands.createItem, input, { location, id });
  return created(location, found(await itemById(reading, call.params, id)));
});
