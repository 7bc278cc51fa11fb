import { datasetCommands, operations } from '@cairn/contracts';
import { versionById } from '@cairn/datasets';
import { found } from '../../problems/problem.js';
import { deleted, handler } from '../handler.js';
import { versionAt } from './locations.js';

export const deleteDatasetVersion = handler(operations.deleteDatasetVersion, async (call) => {
  const { dataset_id, id } = call.params;
  const target = { location: versionAt(call.params, id), id };
  const { reading } = await call.write(datasetCommands.deleteVersion, { dataset_id, version_id: id }, target);
  return deleted(
    async () => found(await versionById(reading, dataset_id, id, { deletedToo: true })).resource,
  );
});
