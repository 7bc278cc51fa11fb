import type { AssetType, FileRecord } from '@cairn/contracts';
import type { QueryContext } from '@cairn/kernel';
import { modelReads, modelVersionReads } from '../../models.js';
import { activeVersions } from './active.js';

export type { ModelVersionFilters as VersionFilters } from './list.js';
export const {
  byId: modelVersionById,
  list: versionsOfModel,
  history: modelVersionHistory,
} = modelVersionReads;

/** A file of a version; `undefined` when there is none that the caller may read. */
export const versionFile = async (
  context: QueryContext,
  modelId: string,
  versionId: string,
  type: AssetType,
): Promise<FileRecord | undefined> =>
  (await modelVersionReads.readable(context, modelId, versionId))?.document.assets[type]?.file;

/** A file of the active version. */
export const modelFile = async (
  context: QueryContext,
  modelId: string,
  type: AssetType,
): Promise<FileRecord | undefined> => {
  const model = await modelReads.readable(context, modelId);
  if (model === undefined) return undefined;
  return (await activeVersions(context, [model])).found.get(modelId)?.assets[type]?.file;
};
