import { type Static, Type } from '@sinclair/typebox';
import { resource } from '../kit/resource.js';
import { JsonText, Name, namedFields, Nullable, OneOf, Prose, Time, Uuid } from '../kit/schemas.js';
import { assetFlags, assetStates, assetTypes } from './asset-types.js';
import { InspectedModel } from './events/shapes.js';
import { Metric } from './metric.js';
import { SentTags, Tags } from './tags.js';

/** A file of a version of a model. */
export const ModelAsset = resource('ModelAsset', {
  asset_type: OneOf(assetTypes),
  state: OneOf(assetStates, { description: 'What was rejected is not kept: the upload was refused.' }),
  file_name: Type.String(),
  content_type: Type.String(),
  size: Type.Integer({ minimum: 0, description: 'Bytes.' }),
  sha256: Type.String(),
  updated_at: Time,
  flags: Type.Array(OneOf(assetFlags), {
    description: '`pickle`: it can run code when it is opened. Cairn never opens it.',
  }),
  label_count: Type.Optional(Type.Integer({ minimum: 1, description: 'Of a file of labels.' })),
  inspected: Type.Optional(InspectedModel),
});
export type ModelAsset = Readonly<Static<typeof ModelAsset>>;

/** The files that a version may have, as flags. */
export const hasAssetFields = {
  has_ml_model: Type.Boolean(),
  has_onnx_model: Type.Boolean(),
  has_onnx_int8_model: Type.Boolean(),
  has_tflite_model: Type.Boolean(),
  has_labels_file: Type.Boolean(),
};

/** Why a version cannot be run. */
const cannotInferReasons = ['no_onnx_model', 'not_inspected', 'out_of_service'] as const;

export const inferenceFields = {
  can_inference: Type.Boolean({ description: 'Whether Cairn can run it here.' }),
  cannot_infer_reason: Type.Optional(
    OneOf(cannotInferReasons, {
      description:
        '`not_inspected`: its ONNX file was never opened, because what runs models is not installed. ' +
        '`out_of_service`: that field says why.',
    }),
  ),
  out_of_service: Type.Optional(
    Type.Object(
      { reason: Type.String(), at: Time, sha256: Type.String({ description: 'Of the file.' }) },
      {
        description:
          'Its file ended the processes that ran it again and again, so it is run no more, until an administrator puts ' +
          'it back into service or it has another file.',
      },
    ),
  ),
};

/** When a dataset was named: what the version was trained on can be read, and downloaded, as it was then. */
const namedWhen = {
  dataset_position: Type.Optional(
    Type.String({ description: 'Position of the log at which the dataset was named.' }),
  ),
  dataset_as_of: Type.Optional(
    Type.String({
      description: 'The same as a time: `?as_of=` of the dataset, its items and its downloads.',
    }),
  ),
};

export const ModelVersion = resource('ModelVersion', {
  ...namedFields,
  model_id: Uuid,
  user_id: Type.String(),
  ...inferenceFields,
  has_logo: Type.Boolean({ description: 'That of its model.' }),
  logo: Type.String(),
  config: Type.String({
    description: 'JSON. Empty where it has none of its own: it is run by that of its model, as it is then.',
  }),
  application_id: Type.String(),
  version: Type.String({ description: 'As people call it; its number when nobody said.' }),
  version_number: Type.Integer({ minimum: 1, description: 'Counts up within the model, without gaps.' }),
  ...hasAssetFields,
  has_lora_adapter: Type.Boolean(),
  dataset_id: Type.String(),
  dataset_version_id: Type.String(),
  ...namedWhen,
  job_id: Type.String(),
  tags: Tags,
  aliases: Type.Array(Type.String(), { description: 'Those that its model gives it, in order.' }),
  assets: Type.Array(ModelAsset),
  metrics: Type.Optional(Type.Array(Metric, { description: 'The latest of each name. Left out in lists.' })),
});
export type ModelVersion = Readonly<Static<typeof ModelVersion>>;

/** Whether a version can be run, and nothing of what is in it: for administrators. */
export const ModelVersionService = resource('ModelVersionService', {
  id: Uuid,
  model_id: Uuid,
  user_id: Type.String({ description: 'Who made it.' }),
  version_number: Type.Integer({ minimum: 1 }),
  ...inferenceFields,
});
export type ModelVersionService = Readonly<Static<typeof ModelVersionService>>;

const IdOrNone = Type.Union([Uuid, Type.Literal('')]);

const settable = {
  name: Type.Optional(Name),
  description: Type.Optional(Prose),
  config: Type.Optional(JsonText),
  application_id: Type.Optional(IdOrNone),
  version: Type.Optional(Type.String({ maxLength: 100 })),
  dataset_id: Type.Optional(IdOrNone),
  dataset_version_id: Type.Optional(IdOrNone),
  job_id: Type.Optional(Type.String({ maxLength: 200 })),
  tags: Type.Optional(Nullable(SentTags)),
};

/** A version as a caller makes it: the application is that of the model when it says none. */
export const ModelVersionInput = resource('ModelVersionInput', settable);
export type ModelVersionInput = Readonly<Static<typeof ModelVersionInput>>;

export const ModelVersionChanges = resource('ModelVersionChanges', settable);
export type ModelVersionChanges = Readonly<Static<typeof ModelVersionChanges>>;
