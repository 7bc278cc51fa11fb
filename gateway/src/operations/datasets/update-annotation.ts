import { datasetCommands, operations } from '@cairn/contracts';
import { annotationById } from '@cairn/datasets';
import { found } from '../../problems/problem.js';
import { handler, ok } from '../handler.js';
import { annotationAt } from './locations.js';

export const updateAnnotation = handler(operations.updateAnnotation, async (call) => {
  const { dataset_id, version_id, item_id, id } = call.params;
  const target = { location: annotationAt(call.params, id), id };
  const input = { dataset_id, version_id, item_id, annotation_id: id, body: call.body };
  const { reading } = await call.write(datasetCommands.updateAnnotation, input, target);
  return ok(found(await annotationById(reading, call.params, item_id, id)));
});
