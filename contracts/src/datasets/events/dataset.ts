import { Type } from '@sinclair/typebox';
import { assetEvents } from '../../assets/events.js';
import type { EventOf } from '../../kit/event.js';

const USER = '018f4d1a-0000-7000-8000-000000000009';

/** The events of a dataset by what they do, as every asset has them. */
export const datasetAssetEvents = assetEvents({
  area: 'datasets',
  noun: 'Dataset',
  own: { multi_label: Type.Boolean(), default_splits: Type.Boolean(), content_type: Type.String() },
  examples: {
    created: {
      id: '018f4d1a-0000-7000-8000-000000000001',
      user_id: USER,
      name: 'mails',
      description: '',
      notes: '',
      public: false,
      visibility: 'private',
      multi_label: true,
      default_splits: true,
      content_type: 'text',
      active_version_id: '018f4d1a-0000-7000-8000-000000000002',
      readers: [{ token: `user:${USER}` }],
    },
    updated: {
      changes: { public: true, visibility: 'public' },
      readers: [{ token: `user:${USER}` }, { token: 'public' }],
    },
  },
});

/** The events of `dataset-<id>`. */
export const datasetStreamEvents = {
  DatasetCreated: datasetAssetEvents.created,
  DatasetUpdated: datasetAssetEvents.updated,
  DatasetVersionActivated: datasetAssetEvents.versionActivated,
  DatasetLogoSet: datasetAssetEvents.logoSet,
  DatasetLogoRemoved: datasetAssetEvents.logoRemoved,
  DatasetTransferred: datasetAssetEvents.transferred,
  DatasetDeleted: datasetAssetEvents.deleted,
  DatasetRestored: datasetAssetEvents.restored,
  DatasetPurged: datasetAssetEvents.purged,
  DatasetShared: datasetAssetEvents.shared,
  DatasetShareAccepted: datasetAssetEvents.shareAccepted,
  DatasetShareUpdated: datasetAssetEvents.shareUpdated,
  DatasetShareRemoved: datasetAssetEvents.shareRemoved,
} as const;
export type DatasetEvent = EventOf<(typeof datasetStreamEvents)[keyof typeof datasetStreamEvents]>;
