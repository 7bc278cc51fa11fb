export { FreeSpace, type FreeSpaceOptions, SpaceUnavailable } from './free-space.js';
