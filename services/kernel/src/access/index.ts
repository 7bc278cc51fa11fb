export * from './principal.js';
export * from './decide-access.js';
