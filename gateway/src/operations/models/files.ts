import {
  type AssetType,
  type AssetTypeName,
  assetTypeOf,
  type FileRecord,
  modelCommands,
  operations,
} from '@cairn/contracts';
import { pointerTo } from '@cairn/kernel';
import { modelFile, modelVersionById, versionFile } from '@cairn/models';
import { ok } from '../../call/answer.js';
import type { Upload, UploadedFile } from '../../call/call.js';
import { handler } from '../../call/handler.js';
import { found, Problem } from '../../problems/problem.js';
import { placeOf } from '../resource.js';
import { storedFile } from '../stored-file.js';
import { fileRecord } from '../uploaded-file.js';
import { modelUploadHandler } from './upload-handler.js';

interface SentAsset {
  readonly asset_type: AssetType;
  readonly file: FileRecord;
}

/** Which file of a version each one is: by the name of its field, or one alone by `asset_type`. */
const sentAssets = (upload: Upload | undefined, inQuery: AssetTypeName | undefined): SentAsset[] => {
  if (upload === undefined) throw new Problem('file_missing');
  const said = upload.fields['asset_type'] ?? inQuery;
  const assets = upload.files.map((file) => {
    const named =
      assetTypeOf(file.field) ?? (upload.files.length === 1 ? assetTypeOf(said ?? '') : undefined);
    if (named === undefined) throw typeUnknown(file, 'is no type of file, and nothing else says one');
    return { asset_type: named, file: fileRecord(file) };
  });
  const twice = upload.files.find((_, index) =>
    assets.slice(0, index).some(({ asset_type }) => asset_type === assets[index]!.asset_type),
  );
  if (twice !== undefined) throw typeUnknown(twice, 'is of the same type as another');
  return assets;
};

const typeUnknown = ({ field }: UploadedFile, message: string): Problem =>
  new Problem('asset_type_unknown', undefined, {
    errors: [{ pointer: pointerTo('', field), code: 'asset_type_unknown', message }],
  });

export const uploadModel = modelUploadHandler(
  handler(operations.uploadModel, async (call) => {
    const { id } = call.params;
    const target = { location: placeOf(operations.getModel.path, call.params), id };
    const input = { id, assets: sentAssets(call.upload, call.query.asset_type) };
    const { context, reply } = await call.write(modelCommands.uploadModel, input, target);
    const { version_id } = reply.result as { readonly version_id: string };
    return ok(found(await modelVersionById(context, { model_id: id, id: version_id })));
  }),
  ({ id }) => ({ model_id: id }),
);

export const uploadModelVersion = modelUploadHandler(
  handler(operations.uploadModelVersion, async (call) => {
    const { id: model_id, version_id: id } = call.params;
    const input = { ...call.params, assets: sentAssets(call.upload, call.query.asset_type) };
    const target = { location: placeOf(operations.getModelVersion.path, { model_id, id }), id };
    const { context } = await call.write(modelCommands.uploadModelVersion, input, target);
    return ok(found(await modelVersionById(context, { model_id, id })));
  }),
  ({ id, version_id }) => ({ model_id: id, version_id }),
);

const typeIn = ({ asset_type }: { readonly asset_type: AssetTypeName }): AssetType =>
  found(assetTypeOf(asset_type));

export const downloadModel = handler(operations.downloadModel, ({ context, params }) =>
  storedFile(context, (reading) => modelFile(reading, params.id, typeIn(params))),
);
export const downloadModelVersion = handler(operations.downloadModelVersion, ({ context, params }) =>
  storedFile(context, (reading) => versionFile(reading, params.id, params.version_id, typeIn(params))),
);
