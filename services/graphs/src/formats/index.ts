export * from './element.js';
export {
  type ExportContent,
  type FormatName,
  formatNames,
  type GraphFormat,
  type NotWritten,
  type Output,
} from './format.js';
export { limits } from './limits.js';
export { readGraph, type ReadOptions } from './read-graph.js';
export { readSource } from './read-source.js';
export { formatNamed, formats } from './registry.js';
export { type SpecialNumber, specialNumber } from './values.js';
export { writeGraph } from './write-graph.js';
