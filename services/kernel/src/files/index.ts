export { FreeSpace, type FreeSpaceOptions, SpaceUnavailable } from './free-space.js';
export { contentTypeOf, isImage } from './content-types.js';
export { decoded, type Decoding, isUndecoded, TextDamaged } from './decoded.js';
