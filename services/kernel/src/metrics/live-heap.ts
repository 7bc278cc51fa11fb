import { Gauge, type Registry } from 'prom-client';
import { onFullCollections } from './full-collections.js';

/**
 * What lived in the heap after the last collection of all of it, bytes: what grows here is kept, while the heap in use
 * goes up and down with garbage. Before the first collection it is the heap of the start.
 */
export const measureLiveHeap = (registry: Registry): void => {
  const live = new Gauge({
    name: 'cairn_nodejs_heap_live_bytes',
    help: 'Heap that the last collection of all of it left',
    registers: [registry],
  });
  onFullCollections((bytes) => live.set(bytes));
};
