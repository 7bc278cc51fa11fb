import { datasetCommands, operations, type ParamsOf } from '@cairn/contracts';
import { itemById } from '@cairn/datasets';
import { found } from '../../problems/problem.js';
import { ok } from '../handler.js';
import { itemAt } from './locations.js';
import { fileRecord, onlyFile, uploadHandler } from './uploaded-file.js';

const itemIn = ({ dataset_id, version_id, id }: ParamsOf<typeof operations.uploadDatasetItem>) => ({
  dataset_id,
  version_id,
  item_id: id,
});

export const uploadDatasetItem = uploadHandler(operations.uploadDatasetItem, itemIn, async (call) => {
  const { id } = call.params;
  const target = { location: itemAt(call.params, id), id };
  const input = { ...itemIn(call.params), file: fileRecord(onlyFile(call.upload)) };
  const { reading } = await call.write(datasetCommands.setItemFile, input, target);
  return ok(found(await itemById(reading, call.params, id)));
});
