import type { ServiceCommand } from '@cairn/kernel';
import { createLabel } from './create-label.js';
import { createSplit } from './create-split.js';
import { createVersion } from './create-version.js';
import { deleteLabel } from './delete-label.js';
import { deleteSplit } from './delete-split.js';
import { deleteVersion } from './delete-version.js';
import { purgeVersion } from './purge-version.js';
import { restoreVersion } from './restore-version.js';
import { revertVersion } from './revert-version.js';
import { updateLabel } from './update-label.js';
import { updateSplit } from './update-split.js';
import { updateVersion } from './update-version.js';

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
