import type { CannotInferReason, Metric, ModelAsset, ModelVersion } from '@cairn/contracts';
import { aliasesOf } from '../../domain/model/alias-fields.js';
import { RUNNABLE } from '../../domain/version/files.js';
import type { KnownAssetFile } from '../../domain/version/state.js';
import type { ModelDocument, NumberedVersion, VersionDocument } from '../documents.js';
import { logoPath } from '../logo-path.js';

type Assets = VersionDocument['assets'];

/** Whether Cairn can run these files, and if not, why. */
export const inferenceOf = (
  assets: Assets,
): { readonly can_inference: boolean; readonly cannot_infer_reason?: CannotInferReason } => {
  const there = RUNNABLE.map((type) => assets[type]).filter((file) => file !== undefined);
  if (there.some(({ inspected }) => inspected !== undefined)) return { can_inference: true };
  return {
    can_inference: false,
    cannot_infer_reason: there.length === 0 ? 'no_onnx_model' : 'not_inspected',
  };
};

/** Which files there are. */
export const hasAssets = (assets: Assets) => ({
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
const namedWhen = ({ dataset_position, dataset_as_of = '' }: Partial<VersionDocument>) => ({
  ...(dataset_position === '' || dataset_position === undefined ? {} : { dataset_position }),
  ...(dataset_as_of === '' ? {} : { dataset_as_of }),
});

/** A version as it is shown; its logo and its aliases are its model's. Lists leave the metrics out. */
export const versionResource = (
  { version, number }: NumberedVersion,
  { logo, ...model }: Pick<ModelDocument, 'logo' | 'aliases'>,
  metrics?: readonly Metric[],
): ModelVersion => ({
  id: version.id,
  created_at: version.created_at,
  updated_at: version.updated_at,
  name: version.name,
  description: version.description,
  model_id: version.model_id,
  user_id: version.user_id,
  ...inferenceOf(version.assets),
  has_logo: logo !== null,
  logo: logo === null ? '' : logoPath(version.model_id),
  config: version.config,
  application_id: version.application_id,
  version: version.version === '' ? String(number) : version.version,
  version_number: number,
  ...hasAssets(version.assets),
  has_lora_adapter: version.assets.lora_adapter !== undefined,
  dataset_id: version.dataset_id,
  dataset_version_id: version.dataset_version_id,
  ...namedWhen(version),
  job_id: version.job_id,
  tags: version.tags,
  aliases: aliasesOf(model.aliases ?? {}, version.id),
  assets: Object.values(version.assets)
    .map(assetOf)
    .sort((one, other) => (one.asset_type < other.asset_type ? -1 : 1)),
  ...(metrics === undefined ? {} : { metrics: [...metrics] }),
});
