import { Type } from '@sinclair/typebox';
import { operation } from '../../kit/operation.js';
import { created, deleted, ok } from '../../kit/replies.js';
import { Uuid } from '../../kit/schemas.js';
import {
  exampleOrganizationSecret,
  exampleSecret,
  exampleSecretChanges,
  Secret,
  SecretChanges,
  SecretName,
} from '../secret.js';

const tag = 'Secrets';
const path = '/api/v1/me/secrets';
const organizationPath = '/api/v1/organizations/{id}/secrets';
const Named = Type.Object({ name: SecretName });
const OfOrganization = Type.Object({ id: Uuid });
const NamedOfOrganization = Type.Object({ id: Uuid, name: SecretName });

const list = { sort: ['name', 'created_at', 'updated_at'], defaultSort: 'name', filters: {} } as const;
const kept = { ...ok('The secret as it is now.', Secret), ...created('The secret is there.', Secret) };
const writing =
  'Makes the secret (201), for which `hosts` and `value` are needed, or changes what is sent of it (200). ' +
  'The value is told by nothing, and goes to none but the `hosts`.';
const deleting = 'Its value is destroyed. What names it has no secret any more.';

export const listSecrets = operation({
  id: 'listSecrets',
  tag,
  summary: 'List your secrets for providers',
  method: 'GET',
  path,
  access: 'secrets:read',
  list,
  replies: ok('Your secrets, without their values.', Type.Array(Secret)),
  example: { reply: [exampleSecret] },
});

export const getSecret = operation({
  id: 'getSecret',
  tag,
  summary: 'Read one of your secrets, without its value',
  method: 'GET',
  path: `${path}/{name}`,
  access: 'secrets:read',
  params: Named,
  etag: true,
  replies: ok('The secret, without its value.', Secret),
  example: { reply: exampleSecret },
});

export const putSecret = operation({
  id: 'putSecret',
  tag,
  summary: 'Make or change a secret for providers',
  description: writing,
  method: 'PUT',
  path: `${path}/{name}`,
  access: 'secrets:write',
  params: Named,
  etag: true,
  body: SecretChanges,
  bodyLimit: 'configured',
  replies: kept,
  errors: ['forbidden'],
  example: { body: exampleSecretChanges, reply: exampleSecret },
});

export const deleteSecret = operation({
  id: 'deleteSecret',
  tag,
  summary: 'Delete one of your secrets',
  description: deleting,
  method: 'DELETE',
  path: `${path}/{name}`,
  access: 'secrets:write',
  params: Named,
  etag: true,
  replies: deleted('The secret', Secret),
  example: { reply: exampleSecret },
});

export const listOrganizationSecrets = operation({
  id: 'listOrganizationSecrets',
  tag,
  summary: 'List the secrets of an organization',
  method: 'GET',
  path: organizationPath,
  access: 'secrets:read',
  params: OfOrganization,
  list,
  replies: ok('Its secrets, without their values.', Type.Array(Secret)),
  errors: ['forbidden'],
  example: { reply: [exampleOrganizationSecret] },
});

export const getOrganizationSecret = operation({
  id: 'getOrganizationSecret',
  tag,
  summary: 'Read a secret of an organization, without its value',
  method: 'GET',
  path: `${organizationPath}/{name}`,
  access: 'secrets:read',
  params: NamedOfOrganization,
  etag: true,
  replies: ok('The secret, without its value.', Secret),
  errors: ['forbidden'],
  example: { reply: exampleOrganizationSecret },
});

export const putOrganizationSecret = operation({
  id: 'putOrganizationSecret',
  tag,
  summary: 'Make or change a secret of an organization',
  description: writing,
  method: 'PUT',
  path: `${organizationPath}/{name}`,
  access: 'secrets:write',
  params: NamedOfOrganization,
  etag: true,
  body: SecretChanges,
  bodyLimit: 'configured',
  replies: kept,
  errors: ['forbidden'],
  example: { body: exampleSecretChanges, reply: exampleOrganizationSecret },
});

export const deleteOrganizationSecret = operation({
  id: 'deleteOrganizationSecret',
  tag,
  summary: 'Delete a secret of an organization',
  description: deleting,
  method: 'DELETE',
  path: `${organizationPath}/{name}`,
  access: 'secrets:write',
  params: NamedOfOrganization,
  etag: true,
  replies: deleted('The secret', Secret),
  errors: ['forbidden'],
  example: { reply: exampleOrganizationSecret },
});
