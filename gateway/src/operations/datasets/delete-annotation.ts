import { datasetCommands, operations } from '@cairn/contracts';
import { annotationById } from '@cairn/datasets';
import { found } from '../../problems/problem.js';
import { deleted, handler } from '../handler.js';
import { annotationAt } from './locations.js';

/** The record is read before, for afterwards the item has it no more. */
export const deleteAnnotation = handler(operations.deleteAnnotation, async (call) => {
  const { dataset_id, version_id, item_id, id } = call.params;
  const before = await annotationById(call.reading, call.params, item_id, id);
  const target = { location: annotationAt(call.params, id), id };
  const input = { dataset_id, version_id, item_id, annotation_id: id };
  await call.write(datasetCommands.deleteAnnotation, input, target);
  return deleted(async () => found(before).resource);
});
