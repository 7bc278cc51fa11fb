import { inferenceCommands } from './commands/inference.js';
import { modelOwnCommands } from './commands/model.js';
import { modelVersionCommands } from './commands/version.js';

/** Every command of the models service. `body` is what the caller sent. */
export const modelCommands = {
  ...modelOwnCommands,
  ...modelVersionCommands,
  ...inferenceCommands,
} as const;
