import { datasetCommands, operations, type ParamsOf } from '@cairn/contracts';
import { annotationById, annotationsOfItem } from '@cairn/datasets';
import { found } from '../../problems/problem.js';
import { deleted, handler } from '../handler.js';
import { list, resource } from '../resource.js';
import { renamed } from '../renamed.js';

const annotation = resource({
  path: operations.getAnnotation.path,
  commands: datasetCommands,
  role: 'annotation',
  within: operations.getDatasetItem.path.replace('{id}', '{item_id}'),
  read: (context, path: ParamsOf<typeof operations.getAnnotation>) =>
    annotationById(context, path, path.item_id, path.id),
});

export const listAnnotations = list(operations.listAnnotations, ({ context, params, page, filters }) =>
  annotationsOfItem(context, params, params.item_id, page, filters),
);
export const getAnnotation = annotation.get(operations.getAnnotation);
export const createAnnotation = annotation.create(
  operations.createAnnotation,
  renamed('annotation', datasetCommands.createAnnotation),
);
export const updateAnnotation = annotation.update(
  operations.updateAnnotation,
  renamed('annotation', datasetCommands.updateAnnotation),
);
/** The record is read before, for afterwards the item has it no more. */
export const deleteAnnotation = handler(operations.deleteAnnotation, async (call) => {
  const { id, item_id, ...version } = call.params;
  const before = await annotationById(call.context, version, item_id, id);
  const input = { ...version, item_id, annotation_id: id };
  await call.write(datasetCommands.deleteAnnotation, input, annotation.at(call.params));
  return deleted(async () => found(before).resource);
});
