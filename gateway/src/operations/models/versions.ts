import { modelCommands, type ModelVersionInput, operations, type ParamsOf } from '@cairn/contracts';
import { metricsOfVersion, modelVersionById, modelVersionHistory, versionsOfModel } from '@cairn/models';
import { answer, handler } from '../handler.js';
import { list, placeOf, resource } from '../resource.js';
import { renamed } from '../renamed.js';

const version = resource({
  path: operations.getModelVersion.path,
  commands: modelCommands,
  role: 'version',
  within: '/api/v1/models/{model_id}',
  read: (context, { model_id, id }: ParamsOf<typeof operations.getModelVersion>, deleted) =>
    modelVersionById(context, model_id, id, deleted),
});

export const listModelVersions = list(operations.listModelVersions, ({ context, params, page, filters }) =>
  versionsOfModel(context, params.model_id, page, filters),
);
export const getModelVersion = version.get(operations.getModelVersion);
export const createModelVersion = version.create(operations.createModelVersion, {
  command: modelCommands.createModelVersion,
  inputOf: ({ params, body }) => ({ ...params, body: (body as ModelVersionInput | undefined) ?? {} }),
});
export const updateModelVersion = version.update(
  operations.updateModelVersion,
  renamed('version', modelCommands.updateModelVersion),
);
export const deleteModelVersion = version.remove(
  operations.deleteModelVersion,
  renamed('version', modelCommands.deleteModelVersion),
);

export const listModelVersionHistory = list(
  operations.listModelVersionHistory,
  ({ edge, context, params, page }) => modelVersionHistory(edge, context, params.model_id, params.id, page),
);
export const restoreModelVersion = version.restore(
  operations.restoreModelVersion,
  renamed('version', modelCommands.restoreModelVersion),
);
export const revertModelVersion = version.revert(
  operations.revertModelVersion,
  renamed('version', modelCommands.revertModelVersion, true),
);

export const recordModelMetrics = handler(operations.recordModelMetrics, async (call) => {
  const { id: model_id, version_id } = call.params;
  const location = placeOf(operations.listModelMetrics.path, call.params);
  const input = { model_id, version_id, body: call.body };
  const { reply } = await call.write(modelCommands.recordMetrics, input, { location, id: version_id });
  return answer(reply.result);
});
export const listModelMetrics = list(operations.listModelMetrics, ({ context, params, page, filters }) =>
  metricsOfVersion(context, params.id, params.version_id, page, filters),
);
