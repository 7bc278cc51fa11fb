import type { ServiceCommand } from '@cairn/kernel';
import { addItemsToSplit } from './commands/add-items-to-split.js';
import { bulkItems } from './commands/bulk-items.js';
import { createAnnotation } from './commands/create-annotation.js';
import { createItem } from './commands/create-item.js';
import { deleteAnnotation } from './commands/delete-annotation.js';
import { deleteItem } from './commands/delete-item.js';
import { removeItemFromSplit } from './commands/remove-item-from-split.js';
import { restoreItem } from './commands/restore-item.js';
import { revertItem } from './commands/revert-item.js';
import { setItemFile } from './commands/set-item-file.js';
import { updateAnnotation } from './commands/update-annotation.js';
import { updateItem } from './commands/update-item.js';

/** The commands on items and their annotations. */
export const datasetItemCommands: readonly ServiceCommand[] = [
  addItemsToSplit,
  bulkItems,
  createAnnotation,
  createItem,
  deleteAnnotation,
  deleteItem,
  removeItemFromSplit,
  restoreItem,
  revertItem,
  setItemFile,
  updateAnnotation,
  updateItem,
];
