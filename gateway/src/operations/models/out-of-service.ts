import { modelCommands, operations } from '@cairn/contracts';
import { modelVersionById, versionInService } from '@cairn/models';
import { ok } from '../../call/answer.js';
import { handler } from '../../call/handler.js';
import { found } from '../../problems/problem.js';
import { placeOf, sentIn } from '../resource.js';

/** Answered without what is in it: administrators need not be able to see the model. */
export const reinstateModelVersion = handler(operations.reinstateModelVersion, async (call) => {
  const { id: model_id, version_id: id } = call.params;
  const target = { location: placeOf(operations.getModelVersion.path, { model_id, id }), id };
  const { context } = await call.write(modelCommands.reinstateModelVersion, sentIn(call), target);
  return ok(found(await versionInService(context, call.params)));
});

export const reinstateOwnModelVersion = handler(operations.reinstateOwnModelVersion, async (call) => {
  const { id: model_id, version_id: id } = call.params;
  const target = { location: placeOf(operations.getModelVersion.path, { model_id, id }), id };
  const { context } = await call.write(modelCommands.reinstateOwnModelVersion, sentIn(call), target);
  return ok(found(await modelVersionById(context, { model_id, id })));
});
