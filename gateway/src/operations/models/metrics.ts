import { modelCommands, operations } from '@cairn/contracts';
import { metricsOfVersion, modelVersionById, modelVersionHistory, versionsOfModel } from '@cairn/models';
import { answer, handler } from '../handler.js';
import { listBy, placeOf, resource, sentIn } from '../resource.js';

const version = resource({
  path: operations.getModelVersion.path,
  commands: modelCommands,
  role: 'version',
  within: '/api/v1/models/{model_id}',
  read: modelVersionById,
  history: modelVersionHistory,
});

export const listModelVersions = listBy(operations.listModelVersions, versionsOfModel);
export const getModelVersion = version.get(operations.getModelVersion);
export const createModelVersion = version.create(operations.createModelVersion);
export const updateModelVersion = version.update(operations.updateModelVersion);
export const deleteModelVersion = version.remove(operations.deleteModelVersion);
export const listModelVersionHistory = version.history(operations.listModelVersionHistory);
export const restoreModelVersion = version.restore(operations.restoreModelVersion);
export const revertModelVersion = version.revert(operations.revertModelVersion);

export const recordModelMetrics = handler(operations.recordModelMetrics, async (call) => {
  const location = placeOf(operations.listModelMetrics.path, call.params);
  const target = { location, id: call.params.version_id };
  const { reply } = await call.write(modelCommands.recordModelMetrics, sentIn(call), target);
  return answer(reply.result);
});
export const listModelMetrics = listBy(operations.listModelMetrics, metricsOfVersion);
