import { callerFor } from '@cairn/assets';
import type { AccessAction, CommandContext, Refusal } from '@cairn/kernel';
import { type KnownModel, model, modelAsset } from '../domain/model/state.js';

/** The model of a command on what is in it, decided again whenever the decision is made again (S40). */
export const givenModel = async (
  context: CommandContext,
  id: string,
  action: AccessAction,
): Promise<KnownModel | Refusal> => {
  const state = await context.load(model, id);
  return modelAsset.mayAccess(await callerFor(context, state), state, action);
};
