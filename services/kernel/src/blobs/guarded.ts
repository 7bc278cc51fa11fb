import type { FreeSpace } from '../files/free-space.js';
import type { Blobs } from './port.js';

/** The same blobs, whose `put` throws `SpaceUnavailable` rather than take the reserve of the disk that it writes to. */
export const guardedBlobs = (blobs: Blobs, space: FreeSpace): Blobs => ({
  put: (content, options) => blobs.put(space.guarded(content), options),
  open: (sha256, range) => blobs.open(sha256, range),
  info: (sha256) => blobs.info(sha256),
  collect: (options) => blobs.collect(options),
});
