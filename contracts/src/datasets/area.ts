import { area } from '../kit/area.js';
import type { EventDefinition } from '../kit/event.js';
import { datasetEvents } from './events.js';
import { PublishedDataset } from './states.js';

export const datasetsArea = area('datasets', {
  streams: {
    dataset: { entities: ['dataset'], published: true },
    datasetVersion: { entities: ['version', 'label', 'split'], published: true },
    datasetItem: { entities: ['item'], published: true },
    datasetJob: { entities: ['job'], published: true },
  },
  events: Object.values<EventDefinition>(datasetEvents),
  states: [PublishedDataset],
});
