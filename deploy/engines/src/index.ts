export * from './engine.js';
export { startEngine } from './start-engine.js';
export { freePort, freePorts } from './process/free-port.js';
