import { Type } from '@sinclair/typebox';
import { operation } from '../kit/operation.js';
import { ok } from '../kit/replies.js';
import { OneOf, Time, Uuid } from '../kit/schemas.js';
import { exampleAccess, exampleError } from './examples.js';
import { AccessLog, ErrorLog, UpdateErrorRequest } from './resources.js';

const administration = 'Administration';
const BOUNDED =
  'A page looks at some 5,000 entries: where few of them are meant it may be short, or empty, and have a next one; the count is a part then.';

export const listAccessLog = operation({
  id: 'listAccessLog',
  tag: administration,
  summary: 'See which requests were answered',
  description: `Of the interface, with their refusals; probes and documents are not in it. Entries come within a second, are kept for a time and up to a number, and may be missing: the journal never holds a request up. ${BOUNDED}`,
  method: 'GET',
  path: '/admin/access-log',
  access: 'administrator',
  list: {
    sort: ['created_at'],
    defaultSort: '-created_at',
    filters: {
      user_id: Uuid,
      organization_id: Uuid,
      status: Type.Integer({ minimum: 100, maximum: 599 }),
      method: OneOf(['GET', 'HEAD', 'POST', 'PUT', 'DELETE']),
      from: Time,
      to: Time,
    },
  },
  replies: ok('The requests.', Type.Array(AccessLog)),
  example: { reply: [exampleAccess] },
});

export const listErrors = operation({
  id: 'listErrors',
  tag: administration,
  summary: 'See what goes wrong',
  description:
    'Each kind of error once, with how often it came and when it came last: answers of 5xx, events that a projection or a policy has put aside, durable work that stumbled, and each inference that somebody reported. They come within a few seconds.',
  method: 'GET',
  path: '/admin/errors',
  access: 'administrator',
  list: {
    sort: ['updated_at', 'created_at'],
    defaultSort: '-updated_at',
    filters: {
      resolved: Type.Boolean(),
      user_id: Uuid,
      entity: Type.String({ minLength: 1, maxLength: 100 }),
      entity_id: Type.String({ minLength: 1, maxLength: 200 }),
    },
  },
  replies: ok('The errors.', Type.Array(ErrorLog)),
  example: { reply: [exampleError] },
});

export const updateErrors = operation({
  id: 'updateErrors',
  tag: administration,
  summary: 'Say that an error is resolved, or is not',
  description:
    'The body names it by `id`. It is an event, which tells who said so. An error that happens again is not resolved any more.',
  method: 'PUT',
  path: '/admin/errors',
  access: 'administrator',
  body: UpdateErrorRequest,
  replies: ok('The error as it is now.', ErrorLog),
  errors: ['not_found'],
  example: {
    body: { id: exampleError.id, resolved: true },
    reply: { ...exampleError, resolved: true },
  },
});

export const listOrganizationAudit = operation({
  id: 'listOrganizationAudit',
  tag: 'Organizations',
  summary: 'See who changed what in an organization, and who was refused',
  description: `Requests that were to change something of the organization, its groups and its assets, and those that were refused for lack of rights, as far as the request tells whose it is: by its path, by the organization of its key, or by what it changed. What was refused on an asset is told for its organization's keys alone. ${BOUNDED}`,
  method: 'GET',
  path: '/api/v1/organizations/{id}/audit',
  access: 'organizations:audit',
  params: Type.Object({ id: Uuid }),
  list: {
    sort: ['created_at'],
    defaultSort: '-created_at',
    filters: { user_id: Uuid, refused: Type.Boolean(), from: Time, to: Time },
  },
  replies: ok('The requests.', Type.Array(AccessLog)),
  errors: ['forbidden'],
  example: {
    reply: [
      {
        ...exampleAccess,
        organization_id: '01955650-1a2b-7c3d-8e4f-5a6b7c8d9e0f',
        path: '/api/v1/organizations/01955650-1a2b-7c3d-8e4f-5a6b7c8d9e0f',
        route: '/api/v1/organizations/{id}',
        entity: 'organization',
        entity_id: '01955650-1a2b-7c3d-8e4f-5a6b7c8d9e0f',
      },
    ],
  },
});
