import { givenAsset } from '@cairn/assets';
import type { AccessAction, CommandContext, Refusal } from '@cairn/kernel';
import { type KnownModel, modelKind } from '../domain/model/state.js';

/** Who asks, and where streams are folded: a command, or a step of work. */
export type Asking = Pick<CommandContext, 'principal' | 'at' | 'load'> & {
  readonly tools: Pick<CommandContext['tools'], 'rights'>;
};

/** The model of a command on what is in it, decided again whenever the decision is made again (S40). */
export const givenModel = (
  context: Asking,
  id: string,
  action: AccessAction,
): Promise<KnownModel | Refusal> => givenAsset(modelKind, context, id, action);
