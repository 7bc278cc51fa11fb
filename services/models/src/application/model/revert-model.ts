import type { AssetContent, Surroundings } from '@cairn/assets';
import type { CommandContext } from '@cairn/kernel';
import type { KnownModel } from '../../domain/model/state.js';
import { applicationRefusal } from '../references.js';
import { isOwnVersion, sharingAround } from './sharing-around.js';

/** What other streams say about going back. */
export interface Around {
  /** Whether the version that was active before is still there. */
  readonly versionIsThere: boolean;
  readonly applicationIsThere: boolean;
}

/** Whether a model may be again what it was, as far as that is its own: a version that it has is not taken away. */
export const canStand =
  ({ versionIsThere, applicationIsThere }: Around) =>
  (undone: Partial<AssetContent<KnownModel>>): boolean =>
    undone.version_count === undefined &&
    (undone.active_version_id === undefined || versionIsThere) &&
    (undone.application_id === undefined || applicationIsThere);

/** Asks what stands around a model that is to go back. */
export const surroundingsOf =
  (context: CommandContext, id: string): Surroundings<KnownModel> =>
  async ({ before }) => {
    const known = before.status !== 'none';
    const stands = canStand({
      versionIsThere: known && (await isOwnVersion(context, id, before.active_version_id)),
      applicationIsThere: known && (await applicationRefusal(context, before.application_id)) === undefined,
    });
    return { canStand: stands, sharee: sharingAround(context, id).sharee };
  };
