import { datasetCommands, operations } from '@cairn/contracts';
import { annotationById, annotationsOfItem } from '@cairn/datasets';
import { listBy, resource } from '../resource.js';

const annotation = resource({
  path: operations.getAnnotation.path,
  commands: datasetCommands,
  role: 'annotation',
  within: operations.getDatasetItem.path.replace('{id}', '{item_id}'),
  read: annotationById,
});

export const listAnnotations = listBy(operations.listAnnotations, annotationsOfItem);
export const getAnnotation = annotation.get(operations.getAnnotation);
export const createAnnotation = annotation.create(operations.createAnnotation);
export const updateAnnotation = annotation.update(operations.updateAnnotation);
/** Afterwards the item has it no more. */
export const deleteAnnotation = annotation.remove(operations.deleteAnnotation, { readBefore: true });
