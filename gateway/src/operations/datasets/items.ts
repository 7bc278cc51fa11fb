import { datasetCommands, operations, type ParamsOf } from '@cairn/contracts';
import {
  itemById,
  itemFile,
  itemHistory,
  itemsWithJobs,
  itemWithJobs,
  jobOfItem,
  jobsOfItem,
} from '@cairn/datasets';
import { answer, ok } from '../../call/answer.js';
import { handler } from '../../call/handler.js';
import { found } from '../../problems/problem.js';
import { listBy, placeOf, resource, sentIn } from '../resource.js';
import { storedFile } from '../stored-file.js';
import { fileRecord, onlyFile } from '../uploaded-file.js';
import { uploadHandler } from './upload-handler.js';

const item = resource({
  path: operations.getDatasetItem.path,
  commands: datasetCommands,
  role: 'item',
  read: itemById,
  history: itemHistory,
});

export const listDatasetItems = listBy(operations.listDatasetItems, itemsWithJobs);
export const getDatasetItem = handler(operations.getDatasetItem, async ({ context, params }) =>
  ok(found(await itemWithJobs(context, params))),
);
export const createDatasetItem = item.create(operations.createDatasetItem);
export const updateDatasetItem = item.update(operations.updateDatasetItem);
export const deleteDatasetItem = item.remove(operations.deleteDatasetItem);
export const listDatasetItemHistory = item.history(operations.listDatasetItemHistory);
export const restoreDatasetItem = item.restore(operations.restoreDatasetItem);
export const revertDatasetItem = item.revert(operations.revertDatasetItem);
export const removeItemFromSplit = item.change(operations.removeItemFromSplit, { deletedToo: true });

/** `If-Match` speaks of the version. */
export const bulkDatasetItems = handler(operations.bulkDatasetItems, async (call) => {
  const { dataset_id, version_id: id } = call.params;
  const location = placeOf(operations.listDatasetItems.path, call.params);
  const addressed = placeOf(operations.getDatasetVersion.path, { dataset_id, id });
  const target = { location, id, addressed };
  const { reply } = await call.write(datasetCommands.bulkDatasetItems, sentIn(call), target);
  return answer(reply.result);
});

export const uploadDatasetItem = uploadHandler(
  item.change(operations.uploadDatasetItem, {
    inputOf: ({ params, upload }) => ({ ...params, file: fileRecord(onlyFile(upload)) }),
  }),
  ({ id, ...version }: ParamsOf<typeof operations.uploadDatasetItem>) => ({ ...version, item_id: id }),
);
export const downloadDatasetItem = handler(operations.downloadDatasetItem, ({ context, params }) =>
  storedFile(context, (reading) => itemFile(reading, params)),
);

export const listItemJobs = listBy(operations.listItemJobs, jobsOfItem);

export const retryItemJob = handler(operations.retryItemJob, async (call) => {
  const { params } = call;
  const location = placeOf(operations.listItemJobs.path, params);
  const { context } = await call.write(datasetCommands.retryItemJob, params, { location, id: params.job_id });
  return answer(found(await jobOfItem(context, params)));
});
