import { datasetCommands, operations } from '@cairn/contracts';
import { annotationById } from '@cairn/datasets';
import { found } from '../../problems/problem.js';
import { created, handler } from '../handler.js';
import { annotationAt, itemAt } from './locations.js';

export const createAnnotation = handler(operations.createAnnotation, async (call) => {
  const { dataset_id, version_id, item_id } = call.params;
  const id = call.newId('annotation');
  const location = annotationAt(call.params, id);
  const input = { dataset_id, version_id, item_id, body: call.body };
  const target = { location, id, addressed: itemAt(call.params, item_id) };
  const { reading } = await call.write(datasetCommands.createAnnotation, input, target);
  return created(location, found(await annotationById(reading, call.params, item_id, id)));
});
