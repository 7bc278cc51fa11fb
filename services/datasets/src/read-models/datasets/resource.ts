import { activeVersion, sharedFields } from '@cairn/assets';
import type { Dataset, DatasetVersion } from '@cairn/contracts';
import type { QueryContext } from '@cairn/kernel';
import type { DatasetDocument, VersionHead } from '../documents.js';

/** Where the logo of a dataset is. */
export const logoPath = (datasetId: string): string => `/api/v1/datasets/${datasetId}/logo`;

/** A dataset as this caller sees it; `versions` are those that are seen, oldest first. */
export const datasetResource = <Version extends VersionHead>(
  document: DatasetDocument,
  versions: readonly Version[],
  context: Pick<QueryContext, 'principal' | 'at'>,
  versionOf: (version: Version) => DatasetVersion,
): Dataset => {
  const active = activeVersion(document, versions);
  return {
    ...sharedFields(document, context, logoPath(document.id)),
    versions: versions.map(versionOf),
    ...(active === undefined ? {} : { active_version_id: active }),
    multi_label: document.multi_label,
    default_splits: document.default_splits,
    content_type: document.content_type,
    ...(document.history_from === undefined ? {} : { history_from: document.history_from }),
  };
};
