import { PERSON } from '../kit/example-ids.js';
import type { AccessLog, ErrorLog } from './resources.js';

export const exampleAccess: AccessLog = {
  id: '01955641-1a2b-7c3d-8e4f-5a6b7c8d9e10',
  created_at: '2026-03-02T09:32:00.000Z',
  updated_at: '2026-03-02T09:32:00.000Z',
  user_id: PERSON,
  session_id: '01955630-0000-7c3d-8e4f-5a6b7c8d9e0f',
  method: 'DELETE',
  path: '/api/v1/datasets/01955630-1a2b-7c3d-8e4f-5a6b7c8d9e0f',
  route: '/api/v1/datasets/{id}',
  status: 403,
  duration_ms: 2.41,
  ip: '192.0.2.10',
  user_agent: 'curl/8.5.0',
  entity: 'dataset',
  entity_id: '01955630-1a2b-7c3d-8e4f-5a6b7c8d9e0f',
  request_id: '3f6b9d2c-8a1e-4c57-b0d4-6e5f7a8b9c0d',
  bytes_in: 0,
  bytes_out: 301,
  error_code: 'forbidden',
};

export const exampleError: ErrorLog = {
  id: '6d1f2a3b-4c5d-8e6f-8a7b-9c0d1e2f3a4b',
  created_at: '2026-03-02T09:33:00.000Z',
  updated_at: '2026-03-02T10:12:00.000Z',
  name: 'LogUnavailable',
  description: 'createDataset was answered 503 (log_unavailable).',
  resolved: false,
  user_id: PERSON,
  entity: 'dataset',
  entity_id: '',
  count: 12,
  last_request_id: '3f6b9d2c-8a1e-4c57-b0d4-6e5f7a8b9c0d',
};
