import { datasetCommands, operations, type DatasetVersionInput } from '@cairn/contracts';
import { versionById } from '@cairn/datasets';
import { found } from '../../problems/problem.js';
import { created, handler } from '../handler.js';
import { versionAt } from './locations.js';

export const createDatasetVersion = handler(operations.createDatasetVersion, async (call) => {
  const { dataset_id } = call.params;
  const id = call.newId('version');
  const location = versionAt(call.params, id);
  const input = { dataset_id, body: (call.body as DatasetVersionInput | undefined) ?? {} };
  const { reading } = await call.write(datasetCommands.createVersion, input, { location, id });
  return created(location, found(await versionById(reading, dataset_id, id)));
});
