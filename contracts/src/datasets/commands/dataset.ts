import { Type } from '@sinclair/typebox';
import { command } from '../../kit/command.js';
import { Uuid } from '../../kit/schemas.js';
import { DatasetChanges, DatasetInput } from '../dataset.js';
import { FileRecord } from '../events/shapes.js';

const InDataset = { dataset_id: Uuid };
export const Revision = Type.Integer({ minimum: 0, description: 'The one event to undo.' });

/** What may be asked of a dataset itself. `body` is what the caller sent. */
export const datasetOwnCommands = {
  createDataset: command('datasets.createDataset', Type.Object({ body: DatasetInput })),
  updateDataset: command('datasets.updateDataset', Type.Object({ ...InDataset, body: DatasetChanges })),
  deleteDataset: command('datasets.deleteDataset', Type.Object(InDataset)),
  restoreDataset: command('datasets.restoreDataset', Type.Object(InDataset)),
  revertDataset: command('datasets.revertDataset', Type.Object({ ...InDataset, revision: Revision })),
  /** Sent by a timer, 30 days after the deletion. */
  purgeDataset: command('datasets.purgeDataset', Type.Object(InDataset)),
  activateVersion: command('datasets.activateVersion', Type.Object({ ...InDataset, version_id: Uuid })),
  setLogo: command('datasets.setLogo', Type.Object({ ...InDataset, file: FileRecord })),
  removeLogo: command('datasets.removeLogo', Type.Object(InDataset)),
} as const;
