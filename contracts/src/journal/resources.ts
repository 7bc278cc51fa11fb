import { type Static, Type } from '@sinclair/typebox';
import { resource } from '../kit/resource.js';
import { namedFields, recordFields, Uuid } from '../kit/schemas.js';

const Count = Type.Integer({ minimum: 0 });

/** One request that was answered (SPEC-access-log). */
export const AccessLog = resource('AccessLog', {
  ...recordFields,
  user_id: Type.String({ description: 'Empty for who did not sign in, and for who was erased.' }),
  api_key_id: Type.Optional(Type.String()),
  session_id: Type.Optional(Type.String()),
  method: Type.String(),
  path: Type.String({
    description:
      'Without its query; a secret in it, or the name of what is a person’s, stands as its parameter.',
  }),
  route: Type.String({ description: 'The path as the contract writes it; empty when there is none.' }),
  status: Type.Integer({ minimum: 100, maximum: 599 }),
  duration_ms: Type.Number({ minimum: 0 }),
  ip: Type.String(),
  user_agent: Type.String(),
  entity: Type.Optional(Type.String({ description: 'What the path names last: `dataset`, `version`, …' })),
  entity_id: Type.Optional(Type.String()),
  request_id: Type.String(),
  organization_id: Type.Optional(
    Type.String({
      description:
        'Of the key, of the path, of the resource that was answered, or of what a command has changed; absent where none tells it.',
    }),
  ),
  bytes_in: Type.Integer({ minimum: 0, description: 'Of the body, as the request declares it.' }),
  bytes_out: Type.Integer({ minimum: 0, description: 'Of the body, as the answer declares it.' }),
  error_code: Type.Optional(Type.String({ description: 'The code of the problem, when it was one.' })),
});
export type AccessLog = Readonly<Static<typeof AccessLog>>;

/** What goes wrong in Cairn itself, each kind once, with how often and when last; and what somebody reported. */
export const ErrorLog = resource('ErrorLog', {
  ...namedFields,
  name: Type.String({ description: 'The kind of error: `LogUnavailable`, `TypeError`, …' }),
  description: Type.String({ description: 'Where it happened, without what came with the request.' }),
  resolved: Type.Boolean({ description: 'An error that happens again is not resolved any more.' }),
  user_id: Type.String({ description: 'Whom it met last; empty for nobody.' }),
  entity: Type.String({ description: 'What it was about: `dataset`, `projection`, `policy`, `job`, …' }),
  entity_id: Type.String({ description: 'Of the one that it met last; may be empty.' }),
  count: Type.Optional(Count),
  last_request_id: Type.Optional(Type.String()),
});
export type ErrorLog = Readonly<Static<typeof ErrorLog>>;

export const UpdateErrorRequest = resource('UpdateErrorRequest', { id: Uuid, resolved: Type.Boolean() });
export type UpdateErrorRequest = Readonly<Static<typeof UpdateErrorRequest>>;
