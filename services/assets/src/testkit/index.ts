export { assetConformance } from './conformance.js';
export { entityConformance, type EntityWorld } from './named-entities.js';
export type { AssetWorld, OwnField, VersionWorld } from './world.js';
export { versionConformance } from './versions/conformance.js';
export type { InsideWorld, VersionsWorld } from './versions/world.js';
