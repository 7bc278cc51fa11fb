import { datasetCommands, operations } from '@cairn/contracts';
import { splitById, splitsOfVersion, splitsOfVersionAlone, splitStat } from '@cairn/datasets';
import { answer } from '../../call/answer.js';
import { handler } from '../../call/handler.js';
import { found } from '../../problems/problem.js';
import { listBy, resource, sentIn } from '../resource.js';

const split = resource({
  path: operations.getDatasetSplit.path,
  commands: datasetCommands,
  role: 'split',
  within: operations.getDatasetVersion.path.replace('{id}', '{version_id}'),
  read: splitById,
});

export const listDatasetSplits = listBy(operations.listDatasetSplits, splitsOfVersion);
export const listSplitsByVersionId = listBy(operations.listSplitsByVersionId, splitsOfVersionAlone);
export const getDatasetSplit = split.get(operations.getDatasetSplit);
export const createDatasetSplit = split.create(operations.createDatasetSplit);
export const updateDatasetSplit = split.update(operations.updateDatasetSplit);
export const deleteDatasetSplit = split.remove(operations.deleteDatasetSplit);

export const addItemsToSplit = handler(operations.addItemsToSplit, async (call) => {
  const { reply } = await call.write(datasetCommands.addItemsToSplit, sentIn(call), split.at(call.params));
  return answer(reply.result);
});

export const addInferences = handler(operations.addInferences, async (call) => {
  const { reply } = await call.write(datasetCommands.addInferences, sentIn(call), split.at(call.params));
  return answer(reply.result);
});

export const getSplitStats = handler(operations.getSplitStats, async ({ context, params }) =>
  answer(found(await splitStat(context, params))),
);
