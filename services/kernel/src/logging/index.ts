export * from './pino-logger.js';
export * from './port.js';
