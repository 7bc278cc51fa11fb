import { placeOf } from '@cairn/assets';
import { type CommandContext, isRefusal, permit } from '@cairn/kernel';
import { model } from '../domain/model/state.js';
import { givenModel } from './parents.js';

/** Whether the caller may write a model of an organization through a role in it. */
export const mayWriteByRole = async (
  context: CommandContext,
  modelId: string,
  organizationId: string,
): Promise<boolean> => {
  if (organizationId === '' || isRefusal(await givenModel(context, modelId, 'write'))) return false;
  const state = await context.load(model, modelId);
  if (state.status === 'none' || state.organization_id !== organizationId) return false;
  const { grants } = await context.tools.rights.standing(context.principal.userId, placeOf(state));
  return permit(grants, 'models:write');
};
