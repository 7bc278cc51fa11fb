import type { EventOf } from '../../kit/event.js';
import { byName } from '../../kit/named.js';
import { dataset } from '../asset.js';

/** The events of `dataset-<id>`. */
export const datasetStreamEvents = byName(dataset.events);
export type DatasetEvent = EventOf<(typeof datasetStreamEvents)[keyof typeof datasetStreamEvents]>;
