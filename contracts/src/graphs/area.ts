import { area } from '../kit/area.js';
import type { EventDefinition } from '../kit/event.js';
import { graph } from './asset.js';
import { graphEvents } from './events.js';
import { graphVersion } from './versions.js';

export const graphsArea = area('graphs', {
  streams: {
    graphContent: {
      entities: ['content'],
      published: true,
      keyedBy: { category: 'graphVersion', word: 'content' },
    },
  },
  events: Object.values<EventDefinition>(graphEvents),
  assets: [graph],
  versions: [graphVersion],
});
