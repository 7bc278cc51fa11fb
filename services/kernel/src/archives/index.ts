export { type Unpacking } from './archive.js';
export { openSource, type SourceOptions, type Uploaded } from './open-source.js';
export { openStored, type StoredFile } from './stored.js';
export { PackedOtherwise } from './packed.js';
export { type ArchiveLimits, archiveLimits, ArchiveUnsafe, HARMLESS_BYTES } from './safe-archive.js';
export { isUnmeant } from './zip-index.js';
export { zipped, type ZippedFile } from './zipped.js';
