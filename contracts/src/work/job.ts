import { type Static, Type } from '@sinclair/typebox';
import { resource } from '../kit/resource.js';
import { JsonObject, namedFields, OneOf, Time, Uuid } from '../kit/schemas.js';

export const JobStatus = OneOf(['queued', 'running', 'completed', 'failed', 'cancelled']);
export type JobStatus = Static<typeof JobStatus>;

export const JobItem = resource('JobItem', {
  ...namedFields,
  job_id: Uuid,
  dataset_item_id: Type.Optional(Type.String()),
  entity_type: Type.Optional(Type.String()),
  entity_id: Type.Optional(Type.String()),
  status: JobStatus,
  attempts: Type.Integer({ minimum: 0 }),
  error: Type.Optional(Type.String()),
  started_at: Type.Optional(Time),
  completed_at: Type.Optional(Time),
  result: Type.Optional(JsonObject),
});
export type JobItem = Readonly<Static<typeof JobItem>>;

/** Durable work and how far it is. What does not apply to a kind of job is an empty string. */
export const Job = resource('Job', {
  ...namedFields,
  job_type: Type.String({
    description: '`import`, `duplicate`, `replay`, `delete_group`, `import_graph`, `undo_import`, …',
  }),
  application_id: Type.String(),
  status: JobStatus,
  status_message: Type.String(),
  user_id: Type.String(),
  cpu_start_time: Type.String(),
  cpu_end_time: Type.String(),
  gpu_start_time: Type.String(),
  gpu_end_time: Type.String(),
  agent_name: Type.String(),
  dataset_id: Type.String(),
  dataset_version_id: Type.String(),
  model_id: Type.String(),
  model_version_id: Type.String(),
  graph_id: Type.Optional(Type.String()),
  graph_version_id: Type.Optional(Type.String()),
  start_model_id: Type.String(),
  start_model_version_id: Type.String(),
  items: Type.Array(JobItem),
  progress: Type.Optional(
    Type.Object({
      phase: Type.String({ description: '`checking`, `items`, …' }),
      done: Type.Integer({ minimum: 0 }),
      total: Type.Optional(Type.Integer({ minimum: 0 })),
    }),
  ),
  result: Type.Optional(
    Type.Unsafe<JsonObject>({
      ...JsonObject,
      description: 'What completed work did, or cancelled work before it ended.',
    }),
  ),
  error_code: Type.Optional(Type.String({ description: 'Why it failed, a code of the catalogue.' })),
  errors: Type.Optional(
    Type.Array(Type.Unsafe<JsonObject>(JsonObject), { description: 'The first hundred.' }),
  ),
});
export type Job = Readonly<Static<typeof Job>>;

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
