import type { SharingAround } from '@cairn/assets';
import { identityQueries } from '@cairn/contracts';
import { type CommandContext, isRefusal, requesterOf } from '@cairn/kernel';
import { modelVersion } from '../../domain/version/state.js';
import { visibleVersion } from '../../domain/version/visible.js';

/** What a share of a model asks of identity, and of the model's versions. */
export const sharingAround = (context: CommandContext, modelId: string): SharingAround => ({
  sharee: (wanted) =>
    context.tools.services.identity.query(identityQueries.sharee, wanted, {
      onBehalfOf: requesterOf(context.principal),
    }),
  versionIsOwn: (versionId) => isOwnVersion(context, modelId, versionId),
});

/** Whether a version is one of the model's that is there. */
export const isOwnVersion = async (
  { load }: Pick<CommandContext, 'load'>,
  modelId: string,
  versionId: string,
): Promise<boolean> => !isRefusal(visibleVersion(await load(modelVersion, versionId), modelId));
