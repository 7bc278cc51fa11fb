export { FreeSpace, type FreeSpaceOptions, SpaceUnavailable } from './free-space.js';
export { contentTypeOf, isImage } from './content-types.js';
