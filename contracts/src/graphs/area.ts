import { area } from '../kit/area.js';
import type { EventDefinition } from '../kit/event.js';
import { graph } from './asset.js';
import { graphEvents } from './events.js';

export const graphsArea = area('graphs', {
  streams: {},
  events: Object.values<EventDefinition>(graphEvents),
  assets: [graph],
});
