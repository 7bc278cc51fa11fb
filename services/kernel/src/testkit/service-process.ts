/** A service alone in its process, as a spec forks it; the environment is its configuration. */
import { namesOfPart } from '../logging/index.js';
import { runProcess } from '../process/run-process.js';
import { startServiceProcess } from '../process/service-process.js';
import { countingAlone } from './service-alone.js';

void runProcess(
  (config) => startServiceProcess(countingAlone, config),
  () => namesOfPart('kernel'),
);
