import type { ShownVersion } from '@cairn/assets';
import type { Metric, ModelAsset, ModelVersion } from '@cairn/contracts';
import { aliasesOf } from '../../domain/model/alias-fields.js';
import { RUNNABLE } from '../../domain/version/files.js';
import { outOfService, ranFile } from '../../domain/version/out-of-service.js';
import type { KnownAssetFile, KnownAssets } from '../../domain/version/assets.js';
import type { ModelDocument, ModelVersionDocument } from '../documents.js';
import { logoPath } from '../logo-path.js';

type CanInfer = Pick<ModelVersion, 'can_inference' | 'cannot_infer_reason' | 'out_of_service'>;

/** Whether Cairn can run a version, and if not, why. */
export const inferenceOf = ({
  assets,
  out_of_service,
}: Pick<ModelVersionDocument, 'assets' | 'out_of_service'>): CanInfer => {
  const told = outOfService({ assets, out_of_service });
  if (told !== undefined)
    return { can_inference: false, cannot_infer_reason: 'out_of_service', out_of_service: told };
  if (ranFile(assets) !== undefined) return { can_inference: true };
  const isThere = RUNNABLE.some((type) => assets[type] !== undefined);
  return { can_inference: false, cannot_infer_reason: isThere ? 'not_inspected' : 'no_onnx_model' };
};

/** Which files there are. */
export const hasAssets = (assets: KnownAssets) => ({
  has_ml_model: assets.ml_model !== undefined,
  has_onnx_model: assets.onnx_model !== undefined,
  has_onnx_int8_model: assets.onnx_int8_model !== undefined,
  has_tflite_model: assets.tflite_model !== undefined,
  has_labels_file: assets.labels_file !== undefined,
});

const assetOf = ({
  asset_type,
  file,
  updated_at,
  flags,
  label_count,
  inspected,
}: KnownAssetFile): ModelAsset => ({
  asset_type,
  state: 'ready',
  file_name: file.file_name,
  content_type: file.content_type,
  size: file.size,
  sha256: file.sha256,
  updated_at,
  flags: [...flags],
  ...(label_count === undefined ? {} : { label_count }),
  ...(inspected === undefined ? {} : { inspected }),
});

/** Both are absent of a version that names no dataset; the time also of one from before it was told. */
const namedWhen = ({ dataset_position, dataset_as_of = '' }: Partial<ModelVersionDocument>) => ({
  ...(dataset_position === '' || dataset_position === undefined ? {} : { dataset_position }),
  ...(dataset_as_of === '' ? {} : { dataset_as_of }),
});

/** A version as it is shown; its logo and its aliases are its model's. Lists leave the metrics out. */
export const versionResource = (
  { asset: { logo, aliases = {} }, document, shared }: ShownVersion<ModelVersionDocument, ModelDocument>,
  metrics?: readonly Metric[],
): ModelVersion => ({
  ...shared,
  model_id: document.model_id,
  ...inferenceOf(document),
  has_logo: logo !== null,
  logo: logo === null ? '' : logoPath(document.model_id),
  config: document.config,
  application_id: document.application_id,
  ...hasAssets(document.assets),
  has_lora_adapter: document.assets.lora_adapter !== undefined,
  dataset_id: document.dataset_id,
  dataset_version_id: document.dataset_version_id,
  ...namedWhen(document),
  job_id: document.job_id,
  tags: document.tags,
  aliases: aliasesOf(aliases, document.id),
  assets: Object.values(document.assets)
    .map(assetOf)
    .sort((one, other) => (one.asset_type < other.asset_type ? -1 : 1)),
  ...(metrics === undefined ? {} : { metrics: [...metrics] }),
});
