export * from './engine.js';
export { startEngine } from './start-engine.js';
export { freePort, isFree } from './process/free-port.js';
