export { assetConformance } from './conformance.js';
export { entityConformance } from './named-entities.js';
export { versionConformance } from './versions/conformance.js';
export type { InsideWorld } from './versions/world.js';
