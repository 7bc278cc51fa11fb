export { FreeSpace, type FreeSpaceOptions, SpaceUnavailable } from './free-space.js';
export { safeName } from './safe-name.js';
export { NumbersByDigest } from './numbers-by-digest.js';
export { contentTypeOf, isImage } from './content-types.js';
export { decoded, type Decoding, isUndecoded, TextDamaged } from './decoded.js';
export { type Source, SourceDamaged } from './source.js';
