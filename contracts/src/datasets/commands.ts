import { Type } from '@sinclair/typebox';
import { FileRecord } from '../kit/blob.js';
import { command, commandsOf } from '../kit/command.js';
import { Uuid } from '../kit/schemas.js';
import { byOwnName } from '../kit/named.js';
import { dataset } from './asset.js';
import * as operations from './operations.js';
import { InVersionIdParams } from './operations/paths.js';

/** Every command of the datasets service that the gateway may send, but those on jobs. */
export const datasetCommands = {
  ...commandsOf('datasets', operations),
  ...byOwnName(dataset.commands),
  uploadDatasetItem: command(
    'datasets.uploadDatasetItem',
    Type.Object({ ...InVersionIdParams.properties, file: FileRecord }),
  ),
  /** Sent by a timer, 30 days after the deletion. */
  purgeVersion: command('datasets.purgeVersion', Type.Object({ id: Uuid })),
} as const;
