import { area } from '../kit/area.js';
import type { EventDefinition } from '../kit/event.js';
import { dataset } from './asset.js';
import { datasetEvents } from './events.js';
import { postProcessor } from './post-processor.js';

const inside = ['dataset_id', 'version_id'];

export const datasetsArea = area('datasets', {
  streams: {
    datasetVersion: {
      entities: ['version', 'label', 'split'],
      published: true,
      files: { goAfter: datasetEvents.DatasetVersionPurged, inside },
    },
    datasetItem: { entities: ['item'], published: true, files: { inside, told: 'at first' } },
    postProcessorJob: {
      entities: ['post_processor_job'],
      published: true,
      // What a model answers may look like the name of a blob.
      files: 'none',
    },
    labellingJob: { entities: ['labelling_job'], published: true },
    datasetJob: { entities: ['job'], published: true, files: { inside } },
  },
  events: Object.values<EventDefinition>(datasetEvents),
  assets: [dataset],
  records: [postProcessor],
});
