export * from './gateway.js';
export * from './operations/datasets/index.js';
export * from './operations/handler.js';
export * from './operations/identity/index.js';
export * from './options.js';
export * from './pipeline/authenticator.js';
export * from './problems/problem.js';
