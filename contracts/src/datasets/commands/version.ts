import { Type } from '@sinclair/typebox';
import { command } from '../../kit/command.js';
import { Uuid } from '../../kit/schemas.js';
import { LabelChanges, LabelInput } from '../label.js';
import {
  DatasetSplitChanges,
  DatasetSplitInput,
  DatasetVersionChanges,
  DatasetVersionInput,
} from '../version.js';
import { Revision } from './dataset.js';

const InVersion = { dataset_id: Uuid, version_id: Uuid };
const OfSplit = { ...InVersion, split_id: Uuid };
const OfLabel = { ...InVersion, label_id: Uuid };

/** What may be asked of a version, its splits and its labels. */
export const datasetVersionCommands = {
  createVersion: command(
    'datasets.createVersion',
    Type.Object({ dataset_id: Uuid, body: DatasetVersionInput }),
  ),
  updateVersion: command(
    'datasets.updateVersion',
    Type.Object({ ...InVersion, body: DatasetVersionChanges }),
  ),
  deleteVersion: command('datasets.deleteVersion', Type.Object(InVersion)),
  restoreVersion: command('datasets.restoreVersion', Type.Object(InVersion)),
  revertVersion: command('datasets.revertVersion', Type.Object({ ...InVersion, revision: Revision })),
  /** Sent by a timer, 30 days after the deletion. */
  purgeVersion: command('datasets.purgeVersion', Type.Object({ version_id: Uuid })),
  createSplit: command('datasets.createSplit', Type.Object({ ...InVersion, body: DatasetSplitInput })),
  updateSplit: command('datasets.updateSplit', Type.Object({ ...OfSplit, body: DatasetSplitChanges })),
  deleteSplit: command('datasets.deleteSplit', Type.Object(OfSplit)),
  createLabel: command('datasets.createLabel', Type.Object({ ...InVersion, body: LabelInput })),
  updateLabel: command('datasets.updateLabel', Type.Object({ ...OfLabel, body: LabelChanges })),
  deleteLabel: command('datasets.deleteLabel', Type.Object(OfLabel)),
} as const;
