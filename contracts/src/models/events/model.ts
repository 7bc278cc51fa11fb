import { Type } from '@sinclair/typebox';
import { assetEvents } from '../../assets/events.js';
import { event, type EventOf } from '../../kit/event.js';
import { Uuid } from '../../kit/schemas.js';

const USER = '018f4d1a-0000-7000-8000-000000000009';

/** The events of a model by what they do, as every asset has them. */
export const modelAssetEvents = assetEvents({
  area: 'models',
  noun: 'Model',
  madeEmpty: true,
  own: {
    kind: Type.String(),
    config: Type.String(),
    application_id: Type.String(),
    auto_convert: Type.Boolean(),
    privacy_enabled: Type.Boolean(),
  },
  examples: {
    created: {
      id: '018f4d1a-0000-7000-8000-0000000000b1',
      user_id: USER,
      name: 'spam filter',
      description: '',
      notes: '',
      public: false,
      visibility: 'private',
      kind: 'text-classification',
      config: '{"task":"text-classification"}',
      application_id: '',
      auto_convert: false,
      privacy_enabled: false,
      active_version_id: '',
      readers: [{ token: `user:${USER}` }],
    },
    updated: { changes: { kind: 'image-classification' } },
  },
});

export const ModelVersionAdded = event({
  name: 'ModelVersionAdded',
  storedType: 'models.model.version_added.v1',
  description: 'A version, which was made just before, is one of the model from now on, and has its number.',
  schema: Type.Object({ version_id: Uuid, version_number: Type.Integer({ minimum: 1 }) }),
  example: { version_id: '018f4d1a-0000-7000-8000-0000000000b2', version_number: 1 },
});

/** The events of `model-<id>`. */
export const modelStreamEvents = {
  ModelCreated: modelAssetEvents.created,
  ModelUpdated: modelAssetEvents.updated,
  ModelVersionAdded,
  ModelVersionActivated: modelAssetEvents.versionActivated,
  ModelLogoSet: modelAssetEvents.logoSet,
  ModelLogoRemoved: modelAssetEvents.logoRemoved,
  ModelTransferred: modelAssetEvents.transferred,
  ModelDeleted: modelAssetEvents.deleted,
  ModelRestored: modelAssetEvents.restored,
  ModelPurged: modelAssetEvents.purged,
  ModelShared: modelAssetEvents.shared,
  ModelShareAccepted: modelAssetEvents.shareAccepted,
  ModelShareUpdated: modelAssetEvents.shareUpdated,
  ModelShareRemoved: modelAssetEvents.shareRemoved,
} as const;
export type ModelEvent = EventOf<(typeof modelStreamEvents)[keyof typeof modelStreamEvents]>;
