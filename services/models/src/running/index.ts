export { codes } from './codes.js';
export { unfitConfig } from './config/unfit-config.js';
export { isInstalled } from './native-parts.js';
export * from './port.js';
export { openModelRunner, type LocalModelRunner, type RunnerOptions } from './runner.js';
