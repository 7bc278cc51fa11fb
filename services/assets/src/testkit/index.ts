export { assetConformance } from './conformance.js';
export type { AssetWorld, OwnField, VersionWorld } from './world.js';
