import { type Asking, askingNow, givenAsset } from '@cairn/assets';
import type { AccessAction, Refusal } from '@cairn/kernel';
import { type KnownModel, modelKind } from '../domain/model/state.js';

export { type Asking, askingNow };

/** The model of a command on what is in it, decided again whenever the decision is made again (S40). */
export const givenModel = (
  context: Asking,
  id: string,
  action: AccessAction,
): Promise<KnownModel | Refusal> => givenAsset(modelKind, context, id, action);
