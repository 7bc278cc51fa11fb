import { datasetCommands, operations } from '@cairn/contracts';
import { datasetById } from '@cairn/datasets';
import { found } from '../../problems/problem.js';
import { handler, ok } from '../handler.js';
import { datasetAt } from './locations.js';
import { saysWhoSees, shown } from './shown.js';

export const updateDataset = handler(operations.updateDataset, async (call) => {
  const { id } = call.params;
  const target = { location: datasetAt(id), id };
  const { reading } = await call.write(
    datasetCommands.updateDataset,
    { dataset_id: id, body: call.body },
    target,
  );
  const answer = ok(found(await datasetById(reading, id)));
  return saysWhoSees(call.body) ? shown(reading, id, answer) : answer;
});
