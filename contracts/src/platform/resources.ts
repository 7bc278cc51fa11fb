import { type Static, Type } from '@sinclair/typebox';
import { type ErrorCode, errorCodes } from '../errors.js';
import { resource } from '../kit/resource.js';
import { OneOf, Time } from '../kit/schemas.js';

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

/** What every refused request is answered with (RFC 9457; SPEC-errors). */
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

/** What a write answers with 202 when the read models lag behind it or the key may not read it (SPEC-9). */
export const Accepted = resource('Accepted', {
  id: Type.String({ description: 'Of what was written: its id, or the uid of a node or an edge.' }),
});
export type Accepted = Readonly<Static<typeof Accepted>>;

const ParkedStream = resource('ParkedStream', {
  stream: Type.String(),
  revision: Type.String({ description: 'Of the first event that waits, decimal.' }),
  event_id: Type.String({ description: 'Empty when the record is damaged and it cannot be told.' }),
  type: Type.String({ description: 'Of the event, as it is stored; may be empty as its id may.' }),
  position: Type.String(),
  reason: Type.String(),
  parked_at: Time,
});
type ParkedStream = Readonly<Static<typeof ParkedStream>>;

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
