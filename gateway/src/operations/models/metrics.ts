import { modelCommands, operations } from '@cairn/contracts';
import { metricsOfVersion } from '@cairn/models';
import { answer } from '../../call/answer.js';
import { handler } from '../../call/handler.js';
import { listBy, placeOf, sentIn } from '../resource.js';

export const recordModelMetrics = handler(operations.recordModelMetrics, async (call) => {
  const location = placeOf(operations.listModelMetrics.path, call.params);
  const target = { location, id: call.params.version_id };
  const { reply } = await call.write(modelCommands.recordModelMetrics, sentIn(call), target);
  return answer(reply.result);
});
export const listModelMetrics = listBy(operations.listModelMetrics, metricsOfVersion);
