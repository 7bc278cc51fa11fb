import { Type } from '@sinclair/typebox';
import { shareCommands } from '../assets/commands.js';
import { FileRecord } from '../assets/shapes.js';
import { command, commandsOf } from '../kit/command.js';
import { Uuid } from '../kit/schemas.js';
import * as operations from './operations.js';
import { IdParams, InVersionIdParams } from './operations/paths.js';

/** Every command of the datasets service that the gateway may send, but those on jobs. */
export const datasetCommands = {
  ...commandsOf('datasets', operations),
  uploadDatasetLogo: command(
    'datasets.uploadDatasetLogo',
    Type.Object({ ...IdParams.properties, file: FileRecord }),
  ),
  uploadDatasetItem: command(
    'datasets.uploadDatasetItem',
    Type.Object({ ...InVersionIdParams.properties, file: FileRecord }),
  ),
  ...shareCommands('datasets'),
  /** Sent by a timer, 30 days after the deletion, as the next. */
  purgeDataset: command('datasets.purgeDataset', Type.Object({ id: Uuid })),
  purgeVersion: command('datasets.purgeVersion', Type.Object({ id: Uuid })),
} as const;
