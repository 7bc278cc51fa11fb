import { constants, PerformanceObserver } from 'node:perf_hooks';
import { Gauge, type Registry } from 'prom-client';

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
  live.set(process.memoryUsage().heapUsed);
  new PerformanceObserver((collections) => {
    if (collections.getEntries().some(isOfAll)) live.set(process.memoryUsage().heapUsed);
  }).observe({ entryTypes: ['gc'] });
};

/** Node tells in `detail` what kind of collection it was. */
const isOfAll = (entry: object): boolean => {
  const detail: unknown = 'detail' in entry ? entry.detail : undefined;
  return (
    typeof detail === 'object' &&
    detail !== null &&
    'kind' in detail &&
    detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR
  );
};
