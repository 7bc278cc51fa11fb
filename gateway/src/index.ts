export * from './gateway.js';
export * from './operations/handler.js';
export * from './operations/index.js';
export * from './options.js';
export * from './pipeline/authenticator.js';
export * from './problems/problem.js';
