import { datasetCommands, operations } from '@cairn/contracts';
import { datasetById } from '@cairn/datasets';
import { found } from '../../problems/problem.js';
import { handler, ok } from '../handler.js';
import { datasetAt } from './locations.js';

export const activateDatasetVersion = handler(operations.activateDatasetVersion, async (call) => {
  const { id } = call.params;
  const target = { location: datasetAt(id), id };
  const { reading } = await call.write(
    datasetCommands.activateVersion,
    { dataset_id: id, version_id: call.params.version_id },
    target,
  );
  return ok(found(await datasetById(reading, id)));
});
