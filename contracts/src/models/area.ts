import { area } from '../kit/area.js';
import type { EventDefinition } from '../kit/event.js';
import { application } from './application.js';
import { modelEvents } from './events.js';
import { PublishedModel } from './states.js';

export const modelsArea = area('models', {
  streams: {
    model: { entities: ['model'], published: true },
    modelVersion: { entities: ['version'], published: true },
    modelMetrics: {
      entities: ['metrics'],
      published: true,
      keyedBy: { category: 'modelVersion', word: 'metrics' },
    },
    inference: { entities: ['inference'], published: true },
  },
  events: Object.values<EventDefinition>(modelEvents),
  states: [PublishedModel],
  records: [application],
});
