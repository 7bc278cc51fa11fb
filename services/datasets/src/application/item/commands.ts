import type { ServiceCommand } from '@cairn/kernel';
import { addInferences } from './add-inferences.js';
import { addItemsToSplit } from './add-items-to-split.js';
import { bulkItems } from './bulk-items.js';
import { createAnnotation } from './create-annotation.js';
import { createItem } from './create-item.js';
import { deleteAnnotation } from './delete-annotation.js';
import { deleteItem } from './delete-item.js';
import { removeItemFromSplit } from './remove-item-from-split.js';
import { restoreItem } from './restore-item.js';
import { revertItem } from './revert-item.js';
import { setItemFile } from './set-item-file.js';
import { takeImported } from './take-imported.js';
import { updateAnnotation } from './update-annotation.js';
import { updateItem } from './update-item.js';

/** The commands on items and their annotations. */
export const datasetItemCommands: readonly ServiceCommand[] = [
  addInferences,
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
  takeImported,
  updateAnnotation,
  updateItem,
];
