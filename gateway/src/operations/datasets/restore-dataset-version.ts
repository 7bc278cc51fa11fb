import { datasetCommands, operations } from '@cairn/contracts';
import { versionById } from '@cairn/datasets';
import { found } from '../../problems/problem.js';
import { handler, ok } from '../handler.js';
import { versionAt } from './locations.js';

export const restoreDatasetVersion = handler(operations.restoreDatasetVersion, async (call) => {
  const { dataset_id, id } = call.params;
  const target = { location: versionAt(call.params, id), id };
  const input = { dataset_id, version_id: id };
  const { reading } = await call.write(datasetCommands.restoreVersion, input, target);
  return ok(found(await versionById(reading, dataset_id, id)));
});
