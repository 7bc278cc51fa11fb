export { generatedFiles } from './generate/files.js';
export {
  CHART,
  committedOf,
  committedPath,
  committedSets,
  committedText,
  valueSets,
  type ValueSet,
} from './sets.js';
export {
  brokenPromises,
  isSeen,
  promises,
  releaseOf,
  sharedNames,
  spoiledSet,
} from './checklist/promises.js';
