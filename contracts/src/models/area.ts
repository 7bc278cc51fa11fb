import { area } from '../kit/area.js';
import type { EventDefinition } from '../kit/event.js';
import { application } from './application.js';
import { model } from './asset.js';
import { modelEvents } from './events.js';

export const modelsArea = area('models', {
  streams: {
    modelVersion: {
      entities: ['version'],
      published: true,
      files: {
        goAfter: modelEvents.ModelVersionPurged,
        inside: ['model_id', 'version_id'],
        told: 'at first',
      },
    },
    modelMetrics: {
      entities: ['metrics'],
      published: true,
      keyedBy: { category: 'modelVersion', word: 'metrics' },
    },
    inference: {
      entities: ['inference'],
      published: true,
      // What one was made of goes with it; the file of the model that it ran stays its version's.
      files: { goAfter: modelEvents.InferenceDeleted },
    },
    // How often a person's own inputs were answered alike is told to that person alone.
    modelJob: { entities: ['job'] },
  },
  events: Object.values<EventDefinition>(modelEvents),
  assets: [model],
  records: [application],
});
