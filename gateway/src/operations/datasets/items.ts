import { datasetCommands, operations, type ParamsOf } from '@cairn/contracts';
import { itemById, itemFile, itemHistory, itemsOfVersion } from '@cairn/datasets';
import { found } from '../../problems/problem.js';
import { answer, handler, ok } from '../handler.js';
import { list, placeOf, resource } from '../resource.js';
import { renamed } from '../renamed.js';
import { storedFile } from '../stored-file.js';
import { fileRecord, onlyFile } from '../uploaded-file.js';
import { uploadHandler } from './upload-handler.js';

const item = resource({
  path: operations.getDatasetItem.path,
  commands: datasetCommands,
  role: 'item',
  read: (context, path: ParamsOf<typeof operations.getDatasetItem>, deleted) =>
    itemById(context, path, path.id, deleted),
});

export const listDatasetItems = list(operations.listDatasetItems, ({ context, params, page, filters }) =>
  itemsOfVersion(context, params, page, filters),
);
export const getDatasetItem = item.get(operations.getDatasetItem);
export const createDatasetItem = item.create(
  operations.createDatasetItem,
  renamed('item', datasetCommands.createItem),
);
export const updateDatasetItem = item.update(
  operations.updateDatasetItem,
  renamed('item', datasetCommands.updateItem),
);
export const deleteDatasetItem = item.remove(
  operations.deleteDatasetItem,
  renamed('item', datasetCommands.deleteItem),
);

export const listDatasetItemHistory = list(
  operations.listDatasetItemHistory,
  ({ edge, context, params, page }) => itemHistory(edge, context, params, params.id, page),
);
export const restoreDatasetItem = item.restore(
  operations.restoreDatasetItem,
  renamed('item', datasetCommands.restoreItem),
);
export const revertDatasetItem = item.revert(
  operations.revertDatasetItem,
  renamed('item', datasetCommands.revertItem, true),
);

export const removeItemFromSplit = item.change(operations.removeItemFromSplit, {
  ...renamed('item', datasetCommands.removeItemFromSplit),
  deletedToo: true,
});

/** `If-Match` speaks of the version. */
export const bulkDatasetItems = handler(operations.bulkDatasetItems, async (call) => {
  const { dataset_id, version_id: id } = call.params;
  const location = placeOf(operations.listDatasetItems.path, call.params);
  const addressed = placeOf(operations.getDatasetVersion.path, { dataset_id, id });
  const input = { ...call.params, body: call.body };
  const { reply } = await call.write(datasetCommands.bulkItems, input, { location, id, addressed });
  return answer(reply.result);
});

const itemIn = ({ id, ...version }: ParamsOf<typeof operations.uploadDatasetItem>) => ({
  ...version,
  item_id: id,
});

export const uploadDatasetItem = uploadHandler(operations.uploadDatasetItem, itemIn, async (call) => {
  const input = { ...itemIn(call.params), file: fileRecord(onlyFile(call.upload)) };
  const { context } = await call.write(datasetCommands.setItemFile, input, item.at(call.params));
  return ok(found(await itemById(context, call.params, call.params.id)));
});
export const downloadDatasetItem = handler(operations.downloadDatasetItem, async ({ context, params }) =>
  storedFile(found(await itemFile(context, params, params.id))),
);
