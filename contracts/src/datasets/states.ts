import { type Static, Type } from '@sinclair/typebox';
import { publishedFields, publishedLastFields } from '../assets/fields.js';
import { state } from '../kit/state.js';

export const PublishedDataset = state({
  type: 'datasets.dataset.state.v1',
  description: 'A dataset as it is now, without its versions and without who may read it.',
  schema: Type.Object({
    ...publishedFields,
    multi_label: Type.Boolean(),
    content_type: Type.String(),
    ...publishedLastFields,
  }),
  example: {
    id: '018f4d1a-0000-7000-8000-000000000001',
    created_at: '2026-01-31T12:00:00.000Z',
    updated_at: '2026-02-01T08:30:00.000Z',
    user_id: '018f4d1a-0000-7000-8000-000000000009',
    name: 'mails',
    description: '',
    notes: '',
    visibility: 'private',
    organization_id: null,
    project_id: null,
    multi_label: true,
    content_type: 'text',
    active_version_id: '018f4d1a-0000-7000-8000-000000000002',
    logo: null,
  },
});
export type PublishedDataset = Readonly<Static<typeof PublishedDataset.schema>>;
