import type { SharingAround } from '@cairn/assets';
import { identityQueries } from '@cairn/contracts';
import { type CommandContext, isRefusal, requesterOf } from '@cairn/kernel';
import { datasetVersion } from '../../domain/version/state.js';
import { visibleVersion } from '../parents.js';

/** What a share of a dataset asks of identity, and of the dataset's versions. */
export const sharingAround = (context: CommandContext, datasetId: string): SharingAround => ({
  sharee: (wanted) =>
    context.tools.services.identity.query(identityQueries.sharee, wanted, {
      onBehalfOf: requesterOf(context.principal),
    }),
  versionIsOwn: async (versionId) =>
    !isRefusal(visibleVersion(await context.load(datasetVersion, versionId), datasetId)),
});
