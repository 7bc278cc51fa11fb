import { purgedOfAssets } from '@cairn/assets';
import { WHETHER_OR_NOT } from '@cairn/kernel';
import { DATASET_SHARES, DATASETS, datasetsProjection } from '../../read-models/datasets/project.js';
import { ITEMS, itemsProjection } from '../../read-models/items/project.js';
import { VERSIONS } from '../../read-models/versions/project.js';

/** With versions go the documents of their items, which can still be read as they were, from their events. */
export const purgedOfDatasets = purgedOfAssets({
  projection: datasetsProjection,
  collection: DATASETS,
  shares: DATASET_SHARES,
  versions: VERSIONS,
  allVersions: (dataset_id) => ({ dataset_id, deleted: WHETHER_OR_NOT, complete: WHETHER_OR_NOT }),
  ofVersion: (version_id) => ({
    projection: itemsProjection.name,
    collection: ITEMS,
    fields: { version_id, deleted: WHETHER_OR_NOT },
  }),
});
