import { datasetCommands, operations } from '@cairn/contracts';
import { labelById } from '@cairn/datasets';
import { found } from '../../problems/problem.js';
import { handler, ok } from '../handler.js';
import { labelAt } from './locations.js';

export const updateLabel = handler(operations.updateLabel, async (call) => {
  const { dataset_id, version_id, id } = call.params;
  const target = { location: labelAt(call.params, id), id };
  const input = { dataset_id, version_id, label_id: id, body: call.body };
  const { reading } = await call.write(datasetCommands.updateLabel, input, target);
  return ok(found(await labelById(reading, dataset_id, version_id, id)));
});
