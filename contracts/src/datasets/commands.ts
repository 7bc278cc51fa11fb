import { datasetOwnCommands } from './commands/dataset.js';
import { datasetItemCommands } from './commands/item.js';
import { datasetVersionCommands } from './commands/version.js';

/** Every command of the datasets service that the gateway may send. */
export const datasetCommands = {
  ...datasetOwnCommands,
  ...datasetVersionCommands,
  ...datasetItemCommands,
} as const;
