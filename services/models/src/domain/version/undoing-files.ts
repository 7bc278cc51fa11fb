import {
  assetTypes,
  type ModelAssetRecord,
  type ModelVersionEvent,
  modelVersionStreamEvents,
} from '@cairn/contracts';
import { notRevertible, type Refusal, undoneFields } from '@cairn/kernel';
import type { KnownAssetFile, KnownAssets, VersionFiles } from './assets.js';
import { inUse, labelsRefused } from './files.js';

const { ModelVersionAssetsSet, ModelVersionAssetsRemoved } = modelVersionStreamEvents;

/** Files as they were; one that was the first of its type is there no more. That it has served stays. */
export const filesUndone = ({
  before,
  after,
  current,
}: Readonly<Record<'before' | 'after' | 'current', VersionFiles>>):
  | readonly ModelVersionEvent[]
  | Refusal => {
  if (before.served !== after.served) return notRevertible();
  const { fields, changedSince } = undoneFields<KnownAssets>(
    before.assets,
    after.assets,
    current.assets,
    '/assets',
  );
  if (changedSince.length > 0) return notRevertible(changedSince);
  const types = assetTypes.filter((type) => type in fields);
  if (types.length === 0) return [];
  const refused = inUse(current) ?? labelsRefused({ ...current.assets, ...fields });
  if (refused !== undefined) return refused;
  const gone = types.filter((type) => before.assets[type] === undefined);
  const again = types.flatMap((type) => recordsOf(before.assets[type]));
  return [
    ...(again.length === 0 ? [] : [ModelVersionAssetsSet.of({ assets: again })]),
    ...(gone.length === 0 ? [] : [ModelVersionAssetsRemoved.of({ asset_types: gone })]),
  ];
};

const recordsOf = (file: KnownAssetFile | undefined): readonly ModelAssetRecord[] => {
  if (file === undefined) return [];
  const { updated_at: _, ...record } = file;
  return [record];
};
