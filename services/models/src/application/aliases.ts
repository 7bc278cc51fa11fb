import { callerFor } from '@cairn/assets';
import { modelCommands } from '@cairn/contracts';
import { type CommandContext, type Refusal, type ServiceCommand, serviceCommand } from '@cairn/kernel';
import { aliasesMoved } from '../domain/model/alias-fields.js';
import { decideMoveAlias, decideRemoveAlias, foreignVersion } from '../domain/model/aliases.js';
import { type KnownModel, model } from '../domain/model/state.js';
import { modelVersions } from '../versions.js';

const { isOwn: isOwnVersion } = modelVersions.ofAsset;

/** Why the aliases of a model cannot become so: each names a version that is there, of those that change. */
export const aliasesRefusal = async (
  context: CommandContext,
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
