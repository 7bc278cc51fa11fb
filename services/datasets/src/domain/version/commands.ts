import type { ServiceCommand } from '@cairn/kernel';
import { createLabel } from './commands/create-label.js';
import { createSplit } from './commands/create-split.js';
import { createVersion } from './commands/create-version.js';
import { deleteLabel } from './commands/delete-label.js';
import { deleteSplit } from './commands/delete-split.js';
import { deleteVersion } from './commands/delete-version.js';
import { purgeVersion } from './commands/purge-version.js';
import { restoreVersion } from './commands/restore-version.js';
import { revertVersion } from './commands/revert-version.js';
import { updateLabel } from './commands/update-label.js';
import { updateSplit } from './commands/update-split.js';
import { updateVersion } from './commands/update-version.js';

/** The commands on a version, its splits and its labels. */
export const datasetVersionCommands: readonly ServiceCommand[] = [
  createLabel,
  createSplit,
  createVersion,
  deleteLabel,
  deleteSplit,
  deleteVersion,
  purgeVersion,
  restoreVersion,
  revertVersion,
  updateLabel,
  updateSplit,
  updateVersion,
];
