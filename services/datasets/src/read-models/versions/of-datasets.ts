import { type BesideAssets, versionsBeside } from '@cairn/assets';
import type { DatasetVersion } from '@cairn/contracts';
import type { QueryContext } from '@cairn/kernel';
import type { DatasetDocument, VersionDocument, VersionHead } from '../documents.js';
import { VERSION_HEADS, VERSIONS } from './project.js';
import { versionHead, versionResource } from './resource.js';

type Documents = QueryContext['documents'];
type OfDatasets = BesideAssets<readonly DatasetVersion[]>;

const SEEN = { deleted: false, complete: true };

/** Versions by dataset, oldest first: the newest that fit, as lists show them, without labels, splits and long configs. */
export const headsOf = async (
  documents: Documents,
  datasets: readonly DatasetDocument[],
): Promise<OfDatasets> => {
  const heads = { collection: VERSION_HEADS, of: 'dataset_id', seen: SEEN };
  const { found, covered } = await versionsBeside(documents, heads, datasets);
  const shown = [...found].map(
    ([id, versions]) => [id, (versions as readonly VersionHead[]).map(versionHead)] as const,
  );
  return { found: new Map(shown), covered };
};

/** Those of one dataset: whole, as many of the newest as fit; those before them as lists show them. */
export const wholeVersionsOf = async (
  documents: Documents,
  dataset: DatasetDocument,
): Promise<OfDatasets> => {
  const { id } = dataset;
  const whole = { collection: VERSIONS, of: 'dataset_id', seen: SEEN };
  const { found } = await versionsBeside(documents, whole, [dataset]);
  const newest = (found.get(id) ?? []) as readonly VersionDocument[];
  const shown = new Map(newest.map((version) => [version.id, versionResource(version)]));
  const heads = (await headsOf(documents, [dataset])).found.get(id) ?? [];
  return { found: new Map([[id, heads.map((head) => shown.get(head.id) ?? head)]]), covered: 1 };
};
