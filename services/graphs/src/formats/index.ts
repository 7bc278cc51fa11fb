export * from './element.js';
export { type FormatName, type Output } from './format.js';
export { readGraph } from './read-graph.js';
export { readSource } from './read-source.js';
export { formats } from './registry.js';
export { writeGraph } from './write-graph.js';
