import { setFlagsFromString } from 'node:v8';
import { onFullCollections } from '../metrics/full-collections.js';

const LEAST_PERCENT = 50;
const LEAST_BYTES = 48 * 1024 * 1024;

/**
 * By how many percent of what lives in the heap it grows until all of it is collected: by half, and by 48 MB where half is
 * less. V8 counts the buffers of sockets and files among what has grown, up to 32 MB of them before it looks for those
 * that are done with.
 */
export const growthPercent = (liveBytes: number): number =>
  Math.max(LEAST_PERCENT, Math.ceil((LEAST_BYTES / liveBytes) * 100));

/**
 * Collects the heap of this process early. Left alone V8 lets it grow to a multiple of what lives in it where the machine
 * has memory (ADR-0019).
 */
export const collectEarly = (): void =>
  onFullCollections((bytes) => setFlagsFromString(`--heap-growing-percent=${growthPercent(bytes)}`));
