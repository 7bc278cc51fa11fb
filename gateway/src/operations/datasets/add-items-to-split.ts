import { datasetCommands, operations } from '@cairn/contracts';
import { answer, handler } from '../handler.js';
import { splitAt } from './locations.js';

export const addItemsToSplit = handler(operations.addItemsToSplit, async (call) => {
  const { dataset_id, version_id, id } = call.params;
  const target = { location: splitAt(call.params, id), id };
  const input = { dataset_id, version_id, split_id: id, item_ids: call.body.item_ids };
  const { reply } = await call.write(datasetCommands.addItemsToSplit, input, target);
  return answer(reply.result);
});
