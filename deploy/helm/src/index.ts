export { CHART, committedOf, committedText, fingerprintOf, valueSets, type ValueSet } from './sets.js';
export { generatedFiles } from './generate/files.js';
