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
      // Callers choose uids: they may look like the name of a blob.
      files: 'none',
    },
    // Its own events name no files: those of imports into it go with it.
    graphVersion: {
      entities: ['version'],
      published: true,
      files: { goAfter: graphVersion.events.purged, inside: ['graph_id'], told: 'at first' },
    },
    graphJob: {
      entities: ['job'],
      published: true,
      files: { inside: ['graph_id', 'version_id'] },
    },
  },
  events: Object.values<EventDefinition>(graphEvents),
  assets: [graph],
  versions: [graphVersion],
});
