import type { Blobs } from '../blobs/port.js';
import type { FreeSpace } from '../files/free-space.js';
import type { FileLimits } from '../config/file-limits.js';
import { openSource, type SourceOptions, type Uploaded } from './open-source.js';
import { archiveLimits } from './safe-archive.js';
import type { Source } from '../files/source.js';

/** An upload that lies among the blobs. */
export interface StoredFile extends Omit<Uploaded, 'open'> {
  readonly sha256: string;
}

interface Store {
  readonly blobs: Pick<Blobs, 'open'>;
  readonly fileLimits: FileLimits;
  readonly space?: FreeSpace;
}

/**
 * Opens an upload that was stored, for work. The copy of an archive waits for room on the disk (`SpaceUnavailable`). Throws
 * as `openSource`. Close it when done.
 */
export const openStored = (
  { sha256, ...file }: StoredFile,
  { blobs, fileLimits, space }: Store,
  options: Pick<SourceOptions, 'isGzipRead'> = {},
): Promise<Source> =>
  openSource(
    { ...file, open: (range) => blobs.open(sha256, range) },
    {
      ...options,
      limits: { ...archiveLimits, bytes: Math.max(archiveLimits.bytes, fileLimits.archive) },
      unpacking: (content, folder) => space?.guarded(content, folder) ?? content,
    },
  );
