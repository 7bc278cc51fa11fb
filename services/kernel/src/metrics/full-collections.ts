import { constants, PerformanceObserver } from 'node:perf_hooks';

/** Calls `listener` soon after each collection of the whole heap with what is in it then, bytes, and at once with what is now. */
export const onFullCollections = (listener: (heapBytes: number) => void): void => {
  const tell = (): void => listener(process.memoryUsage().heapUsed);
  tell();
  new PerformanceObserver((collections) => {
    if (collections.getEntries().some(isOfAll)) tell();
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
