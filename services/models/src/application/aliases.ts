import { callerFor } from '@cairn/assets';
import { modelCommands } from '@cairn/contracts';
import {
  type CommandContext,
  isRefusal,
  type Refusal,
  type ServiceCommand,
  serviceCommand,
} from '@cairn/kernel';
import { aliasesMoved } from '../domain/model/alias-fields.js';
import { decideMoveAlias, decideRemoveAlias, foreignVersion } from '../domain/model/aliases.js';
import { type KnownModel, model } from '../domain/model/state.js';
import { modelVersion } from '../domain/version/state.js';
import { visibleVersion } from '../domain/version/visible.js';

/** Whether a version is one of the model's that is there. */
export const isOwnVersion = async (
  { load }: Pick<CommandContext, 'load'>,
  modelId: string,
  versionId: string,
): Promise<boolean> => !isRefusal(visibleVersion(await load(modelVersion, versionId), modelId));

/** Why the aliases of a model cannot become so: each names a version that is there, of those that change. */
export const aliasesRefusal = async (
  context: Pick<CommandContext, 'load'>,
  current: KnownModel | undefined,
  wanted: KnownModel['aliases'] | undefined,
): Promise<Refusal | undefined> => {
  if (current === undefined || wanted === undefined) return undefined;
  for (const { version_id } of aliasesMoved(current.aliases, wanted))
    if (!(await isOwnVersion(context, current.id, version_id))) return foreignVersion();
  return undefined;
};

/** The commands on aliases of versions: they are the model's, whose stream takes one at a time. */
export const aliasCommands: readonly ServiceCommand[] = [
  serviceCommand(modelCommands.setModelAlias, ({ id, alias, body: { version_id } }, context) =>
    context.executeAddressed(model, id, {
      given: async (state) => ({
        isOwn: await isOwnVersion(context, id, version_id),
        caller: await callerFor(context, state),
      }),
      decide: (state, { isOwn, caller }) => decideMoveAlias(state, { alias, version_id, isOwn }, caller),
    }),
  ),
  serviceCommand(modelCommands.deleteModelAlias, ({ id, alias }, context) =>
    context.executeAddressed(model, id, {
      given: (state) => callerFor(context, state),
      decide: (state, caller) => decideRemoveAlias(state, alias, caller),
    }),
  ),
];
