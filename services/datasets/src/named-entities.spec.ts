import { join } from 'node:path';
import { entityConformance } from '@cairn/assets/testkit';
import { datasetCommands, datasetQueries, datasetVersionStreamEvents } from '@cairn/contracts';
import { freshId, openDiskBlobs } from '@cairn/kernel';
import { appendEvent } from '@cairn/kernel/testkit';
import { datasets } from './datasets.js';
import { namedDatasets } from './read-models/named-entities.js';
import { datasetsService } from './service.js';

const { DatasetVersionCreated } = datasetVersionStreamEvents;

entityConformance(datasets, {
  service: datasetsService,
  blobs: ({ folder }) => openDiskBlobs({ folder: join(folder, 'blobs') }),
  answers: namedDatasets,
  queries: datasetQueries,
  scopes: { uses: 'datasets:read', other: 'datasets:write' },
  own: {},
  shown: {},
  versions: {
    make: (running, who, dataset_id) =>
      running.make(who, datasetCommands.createDatasetVersion, { dataset_id, body: {} }, 'version'),
    remove: (running, who, dataset_id, id) =>
      running.done(who, datasetCommands.deleteDatasetVersion, { dataset_id, id }),
  },
  half: async ({ tools }, dataset_id) => {
    const id = freshId();
    const data = {
      ...DatasetVersionCreated.example,
      id,
      dataset_id,
      labels: [],
      splits: [],
      complete: false,
    };
    await appendEvent(tools, `datasetVersion-${id}`, DatasetVersionCreated, data);
    return id;
  },
  removeActive: (running, who, dataset_id, id) =>
    running.done(who, datasetCommands.deleteDatasetVersion, { dataset_id, id }),
});
