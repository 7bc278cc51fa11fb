export * from './kafka/index.js';
export * from './port.js';
