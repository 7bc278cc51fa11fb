import { datasetCommands, operations } from '@cairn/contracts';
import { itemById } from '@cairn/datasets';
import { found } from '../../problems/problem.js';
import { handler, ok } from '../handler.js';
import { itemAt } from './locations.js';
import { fileRecord, onlyFile } from './uploaded-file.js';

export const uploadDatasetItem = handler(operations.uploadDatasetItem, async (call) => {
  const { dataset_id, version_id, id } = call.params;
  const target = { location: itemAt(call.params, id), id };
  const input = { dataset_id, version_id, item_id: id, file: fileRecord(onlyFile(call.upload)) };
  const { reading } = await call.write(datasetCommands.setItemFile, input, target);
  return ok(found(await itemById(reading, call.params, id)));
});
