/** A process that a spec forks. It logs without end, and prints `stopped` when it was stopped. */
import { createLogger } from '../logging/index.js';
import { runProcess } from '../process/run-process.js';

const LINE = 'x'.repeat(100_000);
const EVERY_MS = 5;

void runProcess(async () => {
  process.emitWarning('what Node itself prints goes the same way');
  const logger = createLogger('info');
  const talking = setInterval(() => logger.info({}, LINE), EVERY_MS);
  return {
    greeting: ['started'],
    stop: async () => {
      clearInterval(talking);
      logger.info({}, LINE);
      process.stdout.write('stopped\n');
    },
  };
});
