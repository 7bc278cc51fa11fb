import { area } from '../kit/area.js';
import type { EventDefinition } from '../kit/event.js';
import { workflow } from './asset.js';
import { workflowEvents } from './events.js';
import { workflowVersion } from './versions.js';

export const workflowsArea = area('workflows', {
  // Nodes and edges are parts of a version.
  streams: {
    workflowVersion: { entities: ['version', 'node', 'edge'], published: true },
    execution: {
      entities: ['execution'],
      published: true,
      // Its input and its outputs go with it.
      files: { goAfter: workflowEvents.ExecutionDeleted },
    },
  },
  events: Object.values<EventDefinition>(workflowEvents),
  assets: [workflow],
  versions: [workflowVersion],
});
