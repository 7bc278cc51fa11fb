import { operation } from '../../kit/operation.js';
import { ok, storedFile } from '../../kit/replies.js';
import { exampleModelVersion } from '../examples.js';
import { ModelVersion } from '../version.js';
import {
  AssetParams,
  AssetQuery,
  IdParams,
  modelPath,
  OfVersionAssetParams,
  OfVersionParams,
  ofVersionPath,
  tag,
} from './paths.js';

const sent =
  'A form with a file for each type, where the name of the field is the type (`labels_file`, `onnx_model`, …), or one ' +
  'file with `asset_type` as a field or in the query; or the file itself as the body, with `asset_type` in the query. ' +
  'Each is looked at before it counts: what is not what its type says is refused, and nothing of the upload is stored. ' +
  'A pickle is stored and flagged; it is never opened. ';
const errors = [
  'forbidden',
  'asset_type_unknown',
  'asset_invalid',
  'labels_invalid',
  'labels_mismatch',
  'version_in_use',
  'quota_reached',
] as const;

export const uploadModel = operation({
  id: 'uploadModel',
  tag,
  summary: 'Upload files of a model',
  description: `${sent}They are files of the active version; where the model has none, version 1 is made and activated.`,
  method: 'POST',
  path: `${modelPath}/upload`,
  access: 'models:write',
  params: IdParams,
  query: AssetQuery,
  upload: { limit: 'modelAsset', fields: ['asset_type'] },
  rateClass: 'upload',
  takesLong: true,
  replies: ok('The version as it is now.', ModelVersion),
  errors,
  example: { reply: exampleModelVersion },
});

export const uploadModelVersion = operation({
  id: 'uploadModelVersion',
  tag,
  summary: 'Upload files of a version of a model',
  description: `${sent}Each takes the place of the one of its type, as long as the version has served nobody.`,
  method: 'POST',
  path: `${ofVersionPath}/upload`,
  access: 'models:write',
  params: OfVersionParams,
  query: AssetQuery,
  etag: true,
  upload: { limit: 'modelAsset', fields: ['asset_type'] },
  rateClass: 'upload',
  takesLong: true,
  replies: ok('The version as it is now.', ModelVersion),
  errors,
  example: { reply: exampleModelVersion },
});

export const downloadModel = operation({
  id: 'downloadModel',
  tag,
  summary: 'Download a file of the active version',
  method: 'GET',
  path: `${modelPath}/download/{asset_type}`,
  access: 'models:read',
  params: AssetParams,
  replies: storedFile('The file.'),
});

export const downloadModelVersion = operation({
  id: 'downloadModelVersion',
  tag,
  summary: 'Download a file of a version',
  method: 'GET',
  path: `${ofVersionPath}/download/{asset_type}`,
  access: 'models:read',
  params: OfVersionAssetParams,
  replies: storedFile('The file.'),
});
