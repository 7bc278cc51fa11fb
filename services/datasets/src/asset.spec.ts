import { join } from 'node:path';
import { assetConformance } from '@cairn/assets/testkit';
import { datasetCommands } from '@cairn/contracts';
import { openDiskBlobs, WHETHER_OR_NOT } from '@cairn/kernel';
import { datasets } from './datasets.js';
import { ITEMS } from './read-models/items/project.js';
import { datasetsService } from './service.js';

assetConformance(datasets, {
  service: datasetsService,
  blobs: ({ folder }) => openDiskBlobs({ folder: join(folder, 'blobs') }),
  own: {
    multi_label: { initial: false, values: [true, false] },
    default_splits: { initial: false, values: [true, false] },
    content_type: { initial: '', values: ['text', 'image'] },
  },
  versions: {
    make: (running, who, dataset_id) =>
      running.make(who, datasetCommands.createDatasetVersion, { dataset_id, body: {} }, 'version'),
    remove: (running, who, dataset_id, id) =>
      running.done(who, datasetCommands.deleteDatasetVersion, { dataset_id, id }),
    swept: {
      fill: (running, who, dataset_id, version_id) =>
        running.done(who, datasetCommands.createDatasetItem, { dataset_id, version_id, body: { text: 'x' } }),
      filled: (running, version_id) =>
        running.engines.documents.count(ITEMS, { fields: { version_id, deleted: WHETHER_OR_NOT } }, 100),
    },
  },
});
