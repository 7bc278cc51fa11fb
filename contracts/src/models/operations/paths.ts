import { Type } from '@sinclair/typebox';
import { OneOf, Uuid } from '../../kit/schemas.js';
import { Alias } from '../alias.js';
import { assetTypeNames } from '../asset-types.js';

export const tag = 'Models and model versions';

/** Paths and their parameters, spelt as the specification spells them. */
export const modelPath = '/api/v1/models/{id}';
export const versionsPath = '/api/v1/models/{model_id}/versions';
export const versionPath = '/api/v1/models/{model_id}/versions/{id}';
export const aliasPath = '/api/v1/models/{id}/aliases/{alias}';
/** The same version, where something is done with it. */
export const ofVersionPath = '/api/v1/models/{id}/versions/{version_id}';

export const IdParams = Type.Object({ id: Uuid });
export const ModelParams = Type.Object({ model_id: Uuid });
export const VersionParams = Type.Object({ model_id: Uuid, id: Uuid });
export const AliasParams = Type.Object({ id: Uuid, alias: Alias });
export const OfVersionParams = Type.Object({ id: Uuid, version_id: Uuid });

const AssetTypeParam = OneOf(assetTypeNames, {
  description: 'Which file of the version; `onnx` and `onnx_int8` are other names of two.',
});
export const AssetParams = Type.Object({ id: Uuid, asset_type: AssetTypeParam });
export const OfVersionAssetParams = Type.Object({ id: Uuid, version_id: Uuid, asset_type: AssetTypeParam });
export const AssetQuery = Type.Object({ asset_type: Type.Optional(AssetTypeParam) });
