import { type Static, Type } from '@sinclair/typebox';
import { type ErrorCode, errorCodes } from '../errors.js';
import { resource } from '../kit/resource.js';
import { JsonObject, namedFields, OneOf, Time, Uuid } from '../kit/schemas.js';

export const FieldError = resource('FieldError', {
  pointer: Type.Optional(
    Type.String({
      description: 'JSON pointer into the body; of `not_revertible` into the resource, as history has it.',
    }),
  ),
  parameter: Type.Optional(Type.String({ description: 'Name of the query or path parameter.' })),
  file: Type.Optional(
    Type.String({ description: 'Of what was uploaded: the file, or the entry of the archive.' }),
  ),
  line: Type.Optional(Type.Integer({ minimum: 1 })),
  column: Type.Optional(Type.Integer({ minimum: 1, description: 'In the line; characters count from 1.' })),
  revision: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'Of `not_revertible`: the last event that changed the field again. Undo that one first.',
    }),
  ),
  code: Type.String(),
  message: Type.String(),
});
export type FieldError = Readonly<Static<typeof FieldError>>;

/** What every refused request is answered with (RFC 9457; decisions, section 2, *Errors*). */
export const Problem = resource('Problem', {
  type: Type.String({ description: '`/docs/errors#<code>`' }),
  title: Type.String(),
  status: Type.Integer({ minimum: 400, maximum: 599 }),
  detail: Type.String(),
  instance: Type.String(),
  code: OneOf<readonly ErrorCode[]>(errorCodes),
  request_id: Type.String(),
  errors: Type.Optional(Type.Array(FieldError)),
  error: Type.Optional(Type.String({ description: 'Below `/v2`: `detail`, as the protocol calls it.' })),
  challenge_id: Type.Optional(Type.String({ description: 'Of `otp_required`: what a code is sent with.' })),
  expires_in: Type.Optional(
    Type.Integer({ description: 'Of `otp_required`: seconds the challenge is good for.' }),
  ),
  methods: Type.Optional(
    Type.Array(Type.String(), { description: 'Of `otp_required`: `totp` and `recovery_code`.' }),
  ),
  edges: Type.Optional(
    Type.Integer({ description: 'Of `too_many_edges`: how many edges lead to the node.' }),
  ),
});
export type Problem = Readonly<Static<typeof Problem>>;

/** What a write answers with 202 when the read models lag behind it or the key may not read it (decisions, section 7, 9). */
export const Accepted = resource('Accepted', {
  id: Type.String({ description: 'Of what was written: its id, or the uid of a node or an edge.' }),
});
export type Accepted = Readonly<Static<typeof Accepted>>;

export const Change = resource('Change', {
  path: Type.String({ description: 'JSON pointer into the resource.' }),
  before: Type.Optional(Type.Unknown()),
  after: Type.Optional(Type.Unknown()),
});
export type Change = Readonly<Static<typeof Change>>;

/** One event in the history of an asset, version or item (decisions, section 7, 8). */
export const HistoryEntry = resource('HistoryEntry', {
  revision: Type.Integer({ minimum: 0 }),
  position: Type.String(),
  type: Type.String({ description: 'The stored type of the event, `datasets.item.annotated.v1`.' }),
  at: Time,
  actor: Type.Object({
    kind: Type.String({ description: '`user`, `api_key` or `system`.' }),
    id: Type.String(),
  }),
  command_id: Type.String(),
  correlation_id: Type.String(),
  changes: Type.Array(Change),
});
export type HistoryEntry = Readonly<Static<typeof HistoryEntry>>;

export const RevertRequest = resource('RevertRequest', {
  revision: Type.Integer({ minimum: 0, description: 'The revision of the one event to undo.' }),
});
export type RevertRequest = Readonly<Static<typeof RevertRequest>>;

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

export const ParkedStream = resource('ParkedStream', {
  stream: Type.String(),
  revision: Type.String({ description: 'Of the first event that waits, decimal.' }),
  event_id: Type.String({ description: 'Empty when the record is damaged and it cannot be told.' }),
  type: Type.String({ description: 'Of the event, as it is stored; may be empty as its id may.' }),
  position: Type.String(),
  reason: Type.String(),
  parked_at: Time,
});
export type ParkedStream = Readonly<Static<typeof ParkedStream>>;

/** How far a projection is behind the log, and what it has set aside (law 1; R14). */
export const ProjectionStatus = resource('ProjectionStatus', {
  name: Type.String({ description: 'With its version: `datasets@1`.' }),
  service: Type.String(),
  state: OneOf(['live', 'catching_up', 'rebuilding', 'stopped']),
  position: Type.String({ description: 'The last position that was applied.' }),
  head: Type.String({ description: 'The last position of the log.' }),
  lag_events: Type.Integer({ minimum: 0 }),
  lag_ms: Type.Integer({ minimum: 0 }),
  parked: Type.Array(ParkedStream),
});
export type ProjectionStatus = Readonly<Static<typeof ProjectionStatus>>;

const Address = Type.String({ format: 'uri' });

/** Where everything is, for who knows the address of a Cairn alone. */
export const Links = resource('Links', {
  name: OneOf(['Cairn']),
  documentation: Address,
  first_steps: Address,
  errors: Address,
  contract: Address,
  topics: Address,
  health: Address,
  readiness: Address,
});
export type Links = Readonly<Static<typeof Links>>;

export const Health = resource('Health', {
  status: OneOf(['ok']),
  uptime_seconds: Type.Number({ minimum: 0 }),
});
export type Health = Readonly<Static<typeof Health>>;

export const Readiness = resource('Readiness', {
  status: OneOf(['ready', 'not_ready']),
  checks: Type.Array(
    Type.Object({
      name: Type.String(),
      ok: Type.Boolean(),
      detail: Type.Optional(Type.String()),
      required: Type.Optional(
        Type.Boolean({
          description: 'False: the process is ready without it, and answers 503 to what needs it.',
        }),
      ),
    }),
  ),
});
export type Readiness = Readonly<Static<typeof Readiness>>;
