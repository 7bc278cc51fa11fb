import { datasetCommands, operations } from '@cairn/contracts';
import { datasetById } from '@cairn/datasets';
import { found } from '../../problems/problem.js';
import { handler, ok } from '../handler.js';
import { datasetAt } from './locations.js';
import { shown } from './shown.js';

export const restoreDataset = handler(operations.restoreDataset, async (call) => {
  const { id } = call.params;
  const target = { location: datasetAt(id), id };
  const { reading } = await call.write(datasetCommands.restoreDataset, { dataset_id: id }, target);
  return shown(reading, id, ok(found(await datasetById(reading, id))));
});
