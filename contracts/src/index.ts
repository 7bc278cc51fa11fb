export * from './errors.js';
export * from './kit/command.js';
export * from './kit/event.js';
export * from './kit/operation.js';
export * from './permissions.js';
