import { type Static, Type } from '@sinclair/typebox';
import { publishedFields, publishedLastFields } from '../assets/fields.js';
import { state } from '../kit/state.js';

export const PublishedGraph = state({
  type: 'graphs.graph.state.v1',
  description: 'A graph as it is now, without its versions and without who may read it.',
  schema: Type.Object({
    ...publishedFields,
    kind: Type.String(),
    config: Type.String(),
    schema_config: Type.String(),
    ...publishedLastFields,
  }),
  example: {
    id: '018f4d1a-0000-7000-8000-0000000000e1',
    created_at: '2026-01-31T12:00:00.000Z',
    updated_at: '2026-02-01T08:30:00.000Z',
    user_id: '018f4d1a-0000-7000-8000-000000000009',
    name: 'who writes to whom',
    description: '',
    notes: '',
    visibility: 'private',
    organization_id: null,
    project_id: null,
    kind: 'social',
    config: '{"enforcement":"warn"}',
    schema_config: '{"nodes":[{"type":"Person"}]}',
    active_version_id: '018f4d1a-0000-7000-8000-0000000000e2',
    logo: null,
  },
});
export type PublishedGraph = Readonly<Static<typeof PublishedGraph.schema>>;
