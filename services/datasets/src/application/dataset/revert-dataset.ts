import type { AssetContent, Surroundings } from '@cairn/assets';
import { type CommandContext, isRefusal } from '@cairn/kernel';
import { hasManyClassifications } from '../../read-models/items/classified.js';
import { visibleVersion } from '../parents.js';
import { datasetVersion } from '../../domain/version/state.js';
import { sharingAround } from './sharing-around.js';
import type { KnownDataset } from '../../domain/dataset/state.js';

/** What other streams say about going back. */
export interface Around {
  /** Whether the version that was active before is still there. */
  readonly versionIsThere: boolean;
  readonly manyClassifications: boolean;
}

/** Whether a dataset may be again what it was, as far as that is its own. */
export const canStand =
  ({ versionIsThere, manyClassifications }: Around) =>
  (undone: Partial<AssetContent<KnownDataset>>): boolean =>
    (undone.active_version_id === undefined || versionIsThere) &&
    (undone.multi_label !== false || !manyClassifications);

/** Asks what stands around a dataset that is to go back. */
export const surroundingsOf =
  (context: CommandContext, id: string): Surroundings<KnownDataset> =>
  async ({ before }) => {
    const active = before.status === 'none' ? '' : before.active_version_id;
    const version = await context.load(datasetVersion, active);
    const stands = canStand({
      versionIsThere: !isRefusal(visibleVersion(version, id)),
      manyClassifications: await hasManyClassifications(context.tools.documents, id),
    });
    return { canStand: stands, sharee: sharingAround(context, id).sharee };
  };
