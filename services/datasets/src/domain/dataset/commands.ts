import type { ServiceCommand } from '@cairn/kernel';
import { activateVersion } from './commands/activate-version.js';
import { createDataset } from './commands/create-dataset.js';
import { deleteDataset } from './commands/delete-dataset.js';
import { purgeDataset } from './commands/purge-dataset.js';
import { removeLogo } from './commands/remove-logo.js';
import { restoreDataset } from './commands/restore-dataset.js';
import { revertDataset } from './commands/revert-dataset.js';
import { setLogo } from './commands/set-logo.js';
import { updateDataset } from './commands/update-dataset.js';

/** The commands on a dataset itself. */
export const datasetOwnCommands: readonly ServiceCommand[] = [
  activateVersion,
  createDataset,
  deleteDataset,
  purgeDataset,
  removeLogo,
  restoreDataset,
  revertDataset,
  setLogo,
  updateDataset,
];
