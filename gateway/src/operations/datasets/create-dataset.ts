import { datasetCommands, operations } from '@cairn/contracts';
import { datasetById } from '@cairn/datasets';
import { found } from '../../problems/problem.js';
import { created, handler } from '../handler.js';
import { datasetAt } from './locations.js';
import { saysWhoSees, shown } from './shown.js';

export const createDataset = handler(operations.createDataset, async (call) => {
  const id = call.newId('dataset');
  const location = datasetAt(id);
  const { reading } = await call.write(datasetCommands.createDataset, { body: call.body }, { location, id });
  const answer = created(location, found(await datasetById(reading, id)));
  return saysWhoSees(call.body) ? shown(reading, id, answer) : answer;
});
