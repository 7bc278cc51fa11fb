export * from './operations/workflows.js';
export * from './operations/edges.js';
export * from './operations/canvas.js';
export * from './operations/nodes.js';
export * from './operations/versions.js';
export * from './operations/executions.js';
