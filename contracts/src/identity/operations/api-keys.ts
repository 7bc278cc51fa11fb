import { Type } from '@sinclair/typebox';
import { operation } from '../../kit/operation.js';
import { created, deleted, ok } from '../../kit/replies.js';
import { Uuid } from '../../kit/schemas.js';
import { exampleAPIKey, exampleNewAPIKey } from '../examples.js';
import {
  APIKey,
  APIKeyChanges,
  CreateAPIKeyRequest,
  CreateAPIKeyResponse,
  OrganizationAPIKeyChanges,
  RotateAPIKeyRequest,
} from '../resources.js';
import { passwordErrors } from './password-errors.js';

const tag = 'API keys';
const KeyParams = Type.Object({ id: Uuid });
const OfOrganization = Type.Object({ organization_id: Uuid });
const KeyOfOrganization = Type.Object({ organization_id: Uuid, id: Uuid });

export const listAPIKeys = operation({
  id: 'listAPIKeys',
  tag,
  summary: 'List your API keys',
  method: 'GET',
  path: '/api/v1/me/apikeys',
  access: 'me:read',
  list: { sort: ['created_at', 'name', 'updated_at'], defaultSort: '-created_at', filters: {} },
  replies: ok('Your keys, disabled ones included, without the keys themselves.', Type.Array(APIKey)),
  example: { reply: [exampleAPIKey] },
});

export const createAPIKey = operation({
  id: 'createAPIKey',
  toldOnce: true,
  tag,
  summary: 'Create an API key',
  description:
    'The key is told once, in this answer; only its hash is stored. A key cannot create keys. ' +
    'Needs `password`, or a sign-in of the last five minutes. ' +
    'With `organization_id` it is a key of that organization: it reaches what is in it and nothing else, as long as you are a member, and its administrators can see, disable and delete it; that needs `apikeys:write` there. ' +
    'A key that may write and not read (`datasets:write` alone, say) is answered 202 with `{id}` and `Location` ' +
    'where another is answered with what was written, and 204 to a delete.',
  method: 'POST',
  path: '/api/v1/me/apikeys',
  access: 'me:write',
  asksPassword: true,
  body: CreateAPIKeyRequest,
  replies: created('The key, told this once.', CreateAPIKeyResponse),
  errors: ['key_cannot_make_keys', ...passwordErrors, 'scope_unknown', 'too_many_keys', 'forbidden'],
  example: {
    body: { name: 'nightly import', scopes: ['datasets:read', 'datasets:write'], expires_in_days: 91 },
    reply: exampleNewAPIKey,
  },
});

export const getAPIKey = operation({
  id: 'getAPIKey',
  tag,
  summary: 'Read one of your API keys',
  method: 'GET',
  path: '/api/v1/me/apikeys/{id}',
  access: 'me:read',
  params: KeyParams,
  etag: true,
  replies: ok('The key, without the key itself.', APIKey),
  example: { reply: exampleAPIKey },
});

export const updateAPIKey = operation({
  id: 'updateAPIKey',
  tag,
  summary: 'Disable or enable an API key',
  description:
    'Without a body the flag is toggled: send an `Idempotency-Key` so that a retry does not toggle it back. ' +
    'With `{disabled}` it is set outright. To enable needs `password`, or a sign-in of the last five minutes.',
  method: 'PUT',
  path: '/api/v1/me/apikeys/{id}',
  access: 'me:write',
  params: KeyParams,
  etag: true,
  asksPassword: true,
  body: APIKeyChanges,
  bodyOptional: true,
  replies: ok('The key as it is now.', APIKey),
  errors: ['key_cannot_make_keys', ...passwordErrors, 'conflict', 'forbidden'],
  example: { body: { disabled: true }, reply: { ...exampleAPIKey, disabled: true } },
});

export const deleteAPIKey = operation({
  id: 'deleteAPIKey',
  tag,
  summary: 'Delete an API key',
  description:
    'The key stops working at once; its record is kept, flagged as deleted, until its owner is erased.',
  method: 'DELETE',
  path: '/api/v1/me/apikeys/{id}',
  access: 'me:write',
  params: KeyParams,
  etag: true,
  replies: deleted('The key', APIKey),
  example: { reply: exampleAPIKey },
});

export const rotateAPIKey = operation({
  id: 'rotateAPIKey',
  toldOnce: true,
  tag,
  summary: 'Replace an API key by a new one',
  description:
    'The new key has the name, scopes and expiry of the old one, which goes on for `grace_hours`. ' +
    'Needs `password`, or a sign-in of the last five minutes.',
  method: 'POST',
  path: '/api/v1/me/apikeys/{id}/rotate',
  access: 'me:write',
  params: KeyParams,
  etag: true,
  asksPassword: true,
  body: RotateAPIKeyRequest,
  bodyOptional: true,
  replies: created('The new key, told this once.', CreateAPIKeyResponse),
  errors: ['key_cannot_make_keys', ...passwordErrors, 'too_many_keys', 'conflict', 'forbidden'],
  example: { body: { grace_hours: 24 }, reply: exampleNewAPIKey },
});

export const listOrganizationAPIKeys = operation({
  id: 'listOrganizationAPIKeys',
  tag,
  summary: 'List the API keys of an organization',
  description: 'Whoever made them: `user_id`. Those of who is no member any more do not work.',
  method: 'GET',
  path: '/api/v1/organizations/{organization_id}/apikeys',
  access: 'apikeys:write',
  params: OfOrganization,
  list: { sort: ['created_at', 'updated_at'], defaultSort: '-created_at', filters: {} },
  replies: ok('The keys, disabled ones included, without the keys themselves.', Type.Array(APIKey)),
  errors: ['forbidden'],
  example: { reply: [exampleAPIKey] },
});

export const getOrganizationAPIKey = operation({
  id: 'getOrganizationAPIKey',
  tag,
  summary: 'Read an API key of an organization',
  method: 'GET',
  path: '/api/v1/organizations/{organization_id}/apikeys/{id}',
  access: 'apikeys:write',
  params: KeyOfOrganization,
  etag: true,
  replies: ok('The key, without the key itself.', APIKey),
  errors: ['forbidden'],
  example: { reply: exampleAPIKey },
});

export const updateOrganizationAPIKey = operation({
  id: 'updateOrganizationAPIKey',
  tag,
  summary: 'Disable or enable an API key of an organization',
  description: 'An API key may disable keys, and enable none.',
  method: 'PUT',
  path: '/api/v1/organizations/{organization_id}/apikeys/{id}',
  access: 'apikeys:write',
  params: KeyOfOrganization,
  etag: true,
  body: OrganizationAPIKeyChanges,
  replies: ok('The key as it is now.', APIKey),
  errors: ['forbidden', 'key_cannot_make_keys'],
  example: { body: { disabled: true }, reply: { ...exampleAPIKey, disabled: true } },
});

export const deleteOrganizationAPIKey = operation({
  id: 'deleteOrganizationAPIKey',
  tag,
  summary: 'Delete an API key of an organization',
  description:
    'The key stops working at once; its record is kept, flagged as deleted, until its owner is erased.',
  method: 'DELETE',
  path: '/api/v1/organizations/{organization_id}/apikeys/{id}',
  access: 'apikeys:write',
  params: KeyOfOrganization,
  etag: true,
  replies: deleted('The key', APIKey),
  errors: ['forbidden'],
  example: { reply: exampleAPIKey },
});
