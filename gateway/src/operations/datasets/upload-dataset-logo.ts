import { datasetCommands, operations } from '@cairn/contracts';
import { datasetById } from '@cairn/datasets';
import { found, Problem } from '../../problems/problem.js';
import { ok } from '../handler.js';
import { datasetAt } from './locations.js';
import { logoTypeOf } from './logo-type.js';
import { fileRecord, onlyFile, uploadHandler } from './uploaded-file.js';

export const uploadDatasetLogo = uploadHandler(
  operations.uploadDatasetLogo,
  ({ id }) => ({ dataset_id: id }),
  async (call) => {
    const { id } = call.params;
    const upload = onlyFile(call.upload);
    const type = await logoTypeOf(call.edge.blobs, upload.sha256);
    if (type === undefined) throw new Problem('logo_invalid');
    const input = { dataset_id: id, file: { ...fileRecord(upload), content_type: type } };
    const target = { location: datasetAt(id), id };
    const { reading } = await call.write(datasetCommands.setLogo, input, target);
    return ok(found(await datasetById(reading, id)));
  },
);
