import { datasetCommands, operations } from '@cairn/contracts';
import { answer, handler } from '../handler.js';
import { itemsAt, versionAt } from './locations.js';

export const bulkDatasetItems = handler(operations.bulkDatasetItems, async (call) => {
  const { dataset_id, version_id } = call.params;
  const addressed = versionAt(call.params, version_id);
  const target = { location: itemsAt(call.params), id: version_id, addressed };
  const input = { dataset_id, version_id, body: call.body };
  const { reply } = await call.write(datasetCommands.bulkItems, input, target);
  return answer(reply.result);
});
