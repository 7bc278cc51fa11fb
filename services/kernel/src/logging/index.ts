export * from './kept-logger.js';
export { createLogger } from './pino-logger.js';
export * from './port.js';
