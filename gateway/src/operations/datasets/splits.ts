import { datasetCommands, operations, type ParamsOf } from '@cairn/contracts';
import { splitById, splitsOfVersion, splitsOfVersionAlone, splitStat } from '@cairn/datasets';
import { found } from '../../problems/problem.js';
import { answer, handler } from '../handler.js';
import { list, resource } from '../resource.js';
import { renamed } from '../renamed.js';

const split = resource({
  path: operations.getDatasetSplit.path,
  commands: datasetCommands,
  role: 'split',
  within: operations.getDatasetVersion.path.replace('{id}', '{version_id}'),
  read: (context, { dataset_id, version_id, id }: ParamsOf<typeof operations.getDatasetSplit>, deleted) =>
    splitById(context, dataset_id, version_id, id, deleted),
});

export const listDatasetSplits = list(operations.listDatasetSplits, ({ context, params, page }) =>
  splitsOfVersion(context, params.dataset_id, params.version_id, page),
);
export const listSplitsByVersionId = list(operations.listSplitsByVersionId, ({ context, params, page }) =>
  splitsOfVersionAlone(context, params.id, page),
);
export const getDatasetSplit = split.get(operations.getDatasetSplit);
export const createDatasetSplit = split.create(
  operations.createDatasetSplit,
  renamed('split', datasetCommands.createSplit),
);
export const updateDatasetSplit = split.update(
  operations.updateDatasetSplit,
  renamed('split', datasetCommands.updateSplit),
);
export const deleteDatasetSplit = split.remove(
  operations.deleteDatasetSplit,
  renamed('split', datasetCommands.deleteSplit),
);

export const addItemsToSplit = handler(operations.addItemsToSplit, async (call) => {
  const { id, ...version } = call.params;
  const input = { ...version, split_id: id, item_ids: call.body.item_ids };
  const { reply } = await call.write(datasetCommands.addItemsToSplit, input, split.at(call.params));
  return answer(reply.result);
});

export const getSplitStats = handler(operations.getSplitStats, async ({ context, params }) =>
  answer(found(await splitStat(context, params.dataset_id, params.version_id, params.split_id))),
);
