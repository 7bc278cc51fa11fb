export * from './kept-logger.js';
export {
  createLogger,
  instanceName,
  type LogNames,
  namesOfPart,
  processLogger,
  standardError,
} from './pino-logger.js';
export * from './port.js';
