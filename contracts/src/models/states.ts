import { type Static, Type } from '@sinclair/typebox';
import { activeVersionOrNone, publishedFields, publishedLastFields } from '../assets/fields.js';
import { state } from '../kit/state.js';
import { Aliases } from './alias.js';

export const PublishedModel = state({
  type: 'models.model.state.v1',
  description: 'A model as it is now, without its versions and without who may read it.',
  schema: Type.Object({
    ...publishedFields,
    kind: Type.String(),
    config: Type.String(),
    application_id: Type.String(),
    auto_convert: Type.Boolean(),
    privacy_enabled: Type.Boolean(),
    ...publishedLastFields,
    ...activeVersionOrNone,
    version_count: Type.Integer({ minimum: 0, description: 'Deleted ones too.' }),
    aliases: Type.Optional(Aliases),
  }),
  example: {
    id: '018f4d1a-0000-7000-8000-0000000000b1',
    created_at: '2026-01-31T12:00:00.000Z',
    updated_at: '2026-02-01T08:30:00.000Z',
    user_id: '018f4d1a-0000-7000-8000-000000000009',
    name: 'spam filter',
    description: '',
    notes: '',
    visibility: 'private',
    organization_id: null,
    project_id: null,
    kind: 'text-classification',
    config: '',
    application_id: '',
    auto_convert: false,
    privacy_enabled: false,
    active_version_id: '018f4d1a-0000-7000-8000-0000000000b2',
    version_count: 2,
    aliases: { champion: '018f4d1a-0000-7000-8000-0000000000b2' },
    logo: null,
  },
});
export type PublishedModel = Readonly<Static<typeof PublishedModel.schema>>;
