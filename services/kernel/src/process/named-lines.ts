import { createLogger, type LogNames, standardError } from '../logging/index.js';

/**
 * Of a process whose log is collected: what Node would print by itself (a warning, an error that nobody caught, which
 * ends it with 1) is a line of the log, which names the process as all others do. `names` is asked when there is one.
 */
export const nameEveryLine = (names: () => LogNames): void => {
  const logger = () => createLogger('', standardError(), names());
  if (process.listenerCount('warning') > 0) {
    process.removeAllListeners('warning');
    process.on('warning', (warning) => logger().warn({ err: warning }, 'Node warns'));
  }
  process.on('uncaughtException', (error) => {
    logger().error({ err: error }, 'the process ends: nobody caught an error');
    process.exit(1);
  });
};
