export * from './engine.js';
export { startEngine } from './start-engine.js';
export { EngineEnded } from './process/engine-process.js';
export { freePort, freePorts, isFree } from './process/free-port.js';
