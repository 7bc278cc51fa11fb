import { area } from '../kit/area.js';
import type { EventDefinition } from '../kit/event.js';
import { workflow } from './asset.js';
import { workflowEvents } from './events.js';

export const workflowsArea = area('workflows', {
  streams: {},
  events: Object.values<EventDefinition>(workflowEvents),
  assets: [workflow],
});
