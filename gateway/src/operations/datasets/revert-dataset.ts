import { datasetCommands, operations } from '@cairn/contracts';
import { datasetById } from '@cairn/datasets';
import { found } from '../../problems/problem.js';
import { handler, ok } from '../handler.js';
import { datasetAt } from './locations.js';
import { shown } from './shown.js';

export const revertDataset = handler(operations.revertDataset, async (call) => {
  const { id } = call.params;
  const target = { location: datasetAt(id), id };
  const { reading } = await call.write(
    datasetCommands.revertDataset,
    { dataset_id: id, revision: call.body.revision },
    target,
  );
  return shown(reading, id, ok(found(await datasetById(reading, id, { deletedToo: true }))));
});
