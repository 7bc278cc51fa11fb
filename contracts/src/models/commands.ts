import { Type } from '@sinclair/typebox';
import { command } from '../kit/command.js';
import { Uuid } from '../kit/schemas.js';
import { ApplicationChanges, ApplicationInput } from './application.js';
import { inferenceCommands } from './commands/inference.js';
import { modelOwnCommands } from './commands/model.js';
import { modelVersionCommands } from './commands/version.js';

const OfApplication = { application_id: Uuid };

/** Every command of the models service. `body` is what the caller sent. */
export const modelCommands = {
  createApplication: command('models.createApplication', Type.Object({ body: ApplicationInput })),
  updateApplication: command('models.updateApplication', Type.Object({ body: ApplicationChanges })),
  deleteApplication: command('models.deleteApplication', Type.Object(OfApplication)),
  restoreApplication: command('models.restoreApplication', Type.Object(OfApplication)),
  ...modelOwnCommands,
  ...modelVersionCommands,
  ...inferenceCommands,
} as const;
