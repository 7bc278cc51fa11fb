import { Type } from '@sinclair/typebox';
import { FileRecord } from '../../assets/shapes.js';
import { command } from '../../kit/command.js';
import { Uuid } from '../../kit/schemas.js';
import { AnnotationChanges, AnnotationInput } from '../annotation.js';
import { BulkItemsRequest, DatasetItemChanges, DatasetItemInput } from '../item.js';
import { Revision } from './dataset.js';

const InVersion = { dataset_id: Uuid, version_id: Uuid };
const OfItem = { ...InVersion, item_id: Uuid };

/** What may be asked of items and their annotations. */
export const datasetItemCommands = {
  createItem: command('datasets.createItem', Type.Object({ ...InVersion, body: DatasetItemInput })),
  updateItem: command('datasets.updateItem', Type.Object({ ...OfItem, body: DatasetItemChanges })),
  deleteItem: command('datasets.deleteItem', Type.Object(OfItem)),
  restoreItem: command('datasets.restoreItem', Type.Object(OfItem)),
  revertItem: command('datasets.revertItem', Type.Object({ ...OfItem, revision: Revision })),
  setItemFile: command('datasets.setItemFile', Type.Object({ ...OfItem, file: FileRecord })),
  /** Answers a `BulkItemsReply`. */
  bulkItems: command('datasets.bulkItems', Type.Object({ ...InVersion, body: BulkItemsRequest })),
  /** Answers a `SplitItemsReply`. */
  addItemsToSplit: command(
    'datasets.addItemsToSplit',
    Type.Object({ ...InVersion, split_id: Uuid, item_ids: Type.Array(Uuid, { maxItems: 10_000 }) }),
  ),
  removeItemFromSplit: command('datasets.removeItemFromSplit', Type.Object({ ...OfItem, split_id: Uuid })),
  createAnnotation: command('datasets.createAnnotation', Type.Object({ ...OfItem, body: AnnotationInput })),
  updateAnnotation: command(
    'datasets.updateAnnotation',
    Type.Object({ ...OfItem, annotation_id: Uuid, body: AnnotationChanges }),
  ),
  deleteAnnotation: command('datasets.deleteAnnotation', Type.Object({ ...OfItem, annotation_id: Uuid })),
} as const;
