export * from './engine.js';
export { startEngine } from './start-engine.js';
