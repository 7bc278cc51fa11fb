import { namedEntities } from '@cairn/assets';
import { dataset, type DatasetVersion } from '@cairn/contracts';
import { datasetReads } from '../datasets.js';
import type { DatasetDocument, VersionHead } from './documents.js';
import { VERSION_HEADS } from './versions/project.js';
import { versionHead } from './versions/resource.js';

/** What is answered about datasets that workflows name. */
export const namedDatasets = namedEntities<DatasetDocument, VersionHead, DatasetVersion, object>(
  dataset,
  datasetReads,
  {
    use: 'read',
    own: () => ({}),
    versions: {
      collection: VERSION_HEADS,
      of: 'dataset_id',
      where: { deleted: false, complete: true },
      there: (_, found) => Promise.resolve(found as readonly VersionHead[]),
      shown: versionHead,
    },
  },
);
