import type { AccessLog, ErrorLog } from './journal.js';
import type { HistoryEntry, Job, ProjectionStatus } from './resources.js';

export const exampleHistoryEntry: HistoryEntry = {
  revision: 1,
  position: '00000000000000000042',
  type: 'datasets.dataset.changed.v1',
  at: '2026-03-02T09:20:00.000Z',
  actor: { kind: 'user', id: '0195562c-7b1a-7c3e-9f10-2a4b6c8d0e11' },
  command_id: '7d4f5c1e-0b6a-8e2d-9c3b-1a2f3e4d5c6b',
  correlation_id: '3f6b9d2c-8a1e-4c57-b0d4-6e5f7a8b9c0d',
  changes: [{ path: '/name', before: 'Sea birds', after: 'Sea birds of the north' }],
};

export const exampleJob: Job = {
  id: '01955640-5f6e-7d7c-8b8a-999897969594',
  created_at: '2026-03-02T09:30:00.000Z',
  updated_at: '2026-03-02T09:31:10.000Z',
  name: 'birds.zip',
  description: '',
  job_type: 'import',
  application_id: '',
  status: 'running',
  status_message: '12000 records read',
  user_id: '0195562c-7b1a-7c3e-9f10-2a4b6c8d0e11',
  cpu_start_time: '2026-03-02T09:30:00.000Z',
  cpu_end_time: '',
  gpu_start_time: '',
  gpu_end_time: '',
  agent_name: '',
  dataset_id: '01955630-1a2b-7c3d-8e4f-5a6b7c8d9e0f',
  dataset_version_id: '01955630-2b3c-7d4e-8f50-6b7c8d9e0f1a',
  model_id: '',
  model_version_id: '',
  start_model_id: '',
  start_model_version_id: '',
  items: [],
};

export const exampleProjection: ProjectionStatus = {
  name: 'datasets@1',
  service: 'datasets',
  state: 'live',
  position: '00000000000000000042',
  head: '00000000000000000042',
  lag_events: 0,
  lag_ms: 0,
  parked: [],
};

export const exampleAccess: AccessLog = {
  id: '01955641-1a2b-7c3d-8e4f-5a6b7c8d9e10',
  created_at: '2026-03-02T09:32:00.000Z',
  updated_at: '2026-03-02T09:32:00.000Z',
  user_id: '0195562c-7b1a-7c3e-9f10-2a4b6c8d0e11',
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
  user_id: '0195562c-7b1a-7c3e-9f10-2a4b6c8d0e11',
  entity: 'dataset',
  entity_id: '',
  count: 12,
  last_request_id: '3f6b9d2c-8a1e-4c57-b0d4-6e5f7a8b9c0d',
};
