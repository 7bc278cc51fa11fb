import { type Static, Type } from '@sinclair/typebox';
import { publishedFields, publishedLastFields } from '../assets/fields.js';
import { state } from '../kit/state.js';

export const PublishedWorkflow = state({
  type: 'workflows.workflow.state.v1',
  description: 'A workflow as it is now, without its versions and without who may read it.',
  schema: Type.Object({ ...publishedFields, ...publishedLastFields }),
  example: {
    id: '018f4d1a-0000-7000-8000-0000000000d1',
    created_at: '2026-01-31T12:00:00.000Z',
    updated_at: '2026-02-01T08:30:00.000Z',
    user_id: '018f4d1a-0000-7000-8000-000000000009',
    name: 'mails in, spam out',
    description: '',
    notes: '',
    visibility: 'private',
    organization_id: null,
    project_id: null,
    active_version_id: '018f4d1a-0000-7000-8000-0000000000d2',
    logo: null,
  },
});
export type PublishedWorkflow = Readonly<Static<typeof PublishedWorkflow.schema>>;
