import { givenAsset } from '@cairn/assets';
import type { AccessAction, CommandContext, Refusal, ServiceTools } from '@cairn/kernel';
import { type KnownModel, modelKind } from '../domain/model/state.js';

/** Who asks, and where streams are folded: a command, or a step of work. */
export type Asking = Pick<CommandContext, 'principal' | 'at' | 'load'> & {
  readonly tools: Pick<CommandContext['tools'], 'rights'>;
};

/** Of who asks beside a command: streams are folded as they are now. */
export const askingNow = ({
  principal,
  at,
  tools,
}: Pick<CommandContext, 'principal' | 'at' | 'tools'>): Asking & { readonly tools: ServiceTools } => ({
  ...{ principal, at, tools },
  load: async (aggregate, id) => (await tools.streams.current(aggregate, id)).state,
});

/** The model of a command on what is in it, decided again whenever the decision is made again (S40). */
export const givenModel = (
  context: Asking,
  id: string,
  action: AccessAction,
): Promise<KnownModel | Refusal> => givenAsset(modelKind, context, id, action);
