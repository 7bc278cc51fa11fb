import { Type } from '@sinclair/typebox';
import { BlobHash } from '../../kit/blob.js';
import { event, type EventOf } from '../../kit/event.js';
import { OpenWord, Time, Uuid } from '../../kit/schemas.js';
import { assetTypes } from '../asset-types.js';
import { Tags } from '../tags.js';
import { InspectedModel, ModelAssetRecord } from './shapes.js';

const content = {
  name: Type.String(),
  description: Type.String(),
  config: Type.String(),
  application_id: Type.String(),
  version: Type.String({ description: 'As people call it; empty: its number.' }),
  dataset_id: Type.String(),
  dataset_version_id: Type.String(),
  dataset_position: Type.String({ description: 'Of the log, at which the dataset was named.' }),
  dataset_as_of: Type.Optional(Type.String({ description: 'When that was; empty: none is named.' })),
  job_id: Type.String(),
  tags: Type.Optional(Tags),
};

export const ModelVersionCreated = event({
  name: 'ModelVersionCreated',
  storedType: 'models.version.created.v1',
  description: 'A version was made; it is not seen until its model says that it is one of its own.',
  schema: Type.Object({ id: Uuid, model_id: Uuid, user_id: Type.String(), ...content }),
  example: {
    id: '018f4d1a-0000-7000-8000-0000000000b2',
    model_id: '018f4d1a-0000-7000-8000-0000000000b1',
    user_id: '018f4d1a-0000-7000-8000-000000000009',
    name: '',
    description: '',
    config: '',
    application_id: '',
    version: '1.0',
    dataset_id: '',
    dataset_version_id: '',
    dataset_position: '',
    job_id: '',
  },
});

export const ModelVersionUpdated = event({
  name: 'ModelVersionUpdated',
  storedType: 'models.version.updated.v1',
  description: 'Fields of a version were set.',
  schema: Type.Object({ changes: Type.Partial(Type.Object(content)) }),
  example: { changes: { description: 'trained on what came in March' } },
});

export const ModelVersionAssetsSet = event({
  name: 'ModelVersionAssetsSet',
  storedType: 'models.version.assets_set.v1',
  description: 'Files of a version were set; each takes the place of the one of its type.',
  schema: Type.Object({ assets: Type.Array(ModelAssetRecord, { minItems: 1 }) }),
  example: {
    assets: [
      {
        asset_type: 'labels_file',
        file: { sha256: 'a'.repeat(64), size: 9, content_type: 'text/plain', file_name: 'labels.txt' },
        flags: [],
        label_count: 2,
      },
    ],
  },
});

export const ModelVersionAssetsRemoved = event({
  name: 'ModelVersionAssetsRemoved',
  storedType: 'models.version.assets_removed.v1',
  description: 'Files of a version were taken back, by undoing what set them.',
  schema: Type.Object({ asset_types: Type.Array(OpenWord(assetTypes), { minItems: 1 }) }),
  example: { asset_types: ['labels_file'] },
});

export const ModelVersionServed = event({
  name: 'ModelVersionServed',
  storedType: 'models.version.served.v1',
  description: 'A version answered its first inference: its files stay as they are from now on.',
  schema: Type.Object({}),
  example: {},
});

export const ModelVersionInspected = event({
  name: 'ModelVersionInspected',
  storedType: 'models.version.inspected.v1',
  description:
    'The file of a version, which was opened before made-up rows were asked, was inspected: how it answers is known from now on.',
  schema: Type.Object({
    asset_type: OpenWord(assetTypes),
    sha256: BlobHash,
    inspected: InspectedModel,
  }),
  example: {
    asset_type: 'onnx_model',
    sha256: 'a'.repeat(64),
    inspected: {
      inputs: [{ name: 'x', type: 'float32', shape: [null, 2] }],
      outputs: [{ name: 'probabilities', type: 'float32', shape: [null, 3], values: 'probabilities' }],
      opset: 17,
      producer: 'skl2onnx',
      quantized: false,
      rows_independent: true,
      answer: { type: 'classification', output: 'probabilities', activation: 'none' },
      undecided: [],
    },
  },
});

export const ModelVersionSuspended = event({
  name: 'ModelVersionSuspended',
  storedType: 'models.version.suspended.v1',
  description:
    'A version is out of service: its file ended the processes that ran it, for several accounts or when it was opened. ' +
    'It is run again once it is reinstated, or has another file.',
  schema: Type.Object({
    sha256: BlobHash,
    reason: Type.String({ description: 'A sentence for people.' }),
  }),
  example: {
    sha256: 'a'.repeat(64),
    reason: 'It ended its worker 3 times, the last time: it did not answer in time.',
  },
});

export const ModelVersionReinstated = event({
  name: 'ModelVersionReinstated',
  storedType: 'models.version.reinstated.v1',
  description: 'A version was put back into service; what was counted against it counts no more.',
  schema: Type.Object({
    by_owner: Type.Optional(
      Type.Boolean({
        description: 'By who may write the model, who may once in 30 days. Absent: by an administrator.',
      }),
    ),
  }),
  example: {},
});

export const ModelVersionDeleted = event({
  name: 'ModelVersionDeleted',
  storedType: 'models.version.deleted.v1',
  description: 'A version was deleted; it can be restored until it is purged.',
  schema: Type.Object({ purge_at: Time }),
  example: { purge_at: '2026-03-03T12:00:00.000Z' },
});

export const ModelVersionRestored = event({
  name: 'ModelVersionRestored',
  storedType: 'models.version.restored.v1',
  description: 'The deletion of a version was undone.',
  schema: Type.Object({}),
  example: {},
});

export const ModelVersionPurged = event({
  name: 'ModelVersionPurged',
  storedType: 'models.version.purged.v1',
  description: 'A deleted version can no longer be restored.',
  schema: Type.Object({}),
  example: {},
});

/** The events of `modelVersion-<id>`. */
export const modelVersionStreamEvents = {
  ModelVersionCreated,
  ModelVersionUpdated,
  ModelVersionAssetsSet,
  ModelVersionAssetsRemoved,
  ModelVersionServed,
  ModelVersionInspected,
  ModelVersionSuspended,
  ModelVersionReinstated,
  ModelVersionDeleted,
  ModelVersionRestored,
  ModelVersionPurged,
} as const;
export type ModelVersionEvent = EventOf<
  (typeof modelVersionStreamEvents)[keyof typeof modelVersionStreamEvents]
>;
