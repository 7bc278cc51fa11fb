export * from './canvas.js';
export * from './edge.js';
export * from './events/canvas.js';
export * from './node.js';
export * from './problems.js';
