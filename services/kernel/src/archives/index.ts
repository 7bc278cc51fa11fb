export { type Unpacking } from './archive.js';
export { openSource, type Uploaded } from './open-source.js';
export { PackedOtherwise } from './packed.js';
export { type ArchiveLimits, archiveLimits, ArchiveUnsafe, HARMLESS_BYTES } from './safe-archive.js';
export { type Source, SourceDamaged } from './source.js';
export { isUnmeant } from './zip-index.js';
