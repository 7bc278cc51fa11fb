import { Type } from '@sinclair/typebox';
import { operation } from '../../kit/operation.js';
import { ok } from '../../kit/replies.js';
import { Uuid } from '../../kit/schemas.js';
import { exampleUsage, Usage } from '../usage.js';

const { model_bytes: _, ...exampleOfOrganization } = exampleUsage;

export const getMyUsage = operation({
  id: 'getMyUsage',
  tag: 'Account',
  summary: 'Read what your account uses and may use',
  description:
    'An addition of Cairn’s own. What others write into a dataset counts for its owner; what is in an organization ' +
    'that has a quota of its own counts for that. What is deleted counts until it is purged, 30 days later.',
  method: 'GET',
  path: '/api/v1/me/usage',
  access: 'me:read',
  replies: ok('What is used, and the bounds where there are any.', Usage),
  example: { reply: exampleUsage },
});

export const getOrganizationUsage = operation({
  id: 'getOrganizationUsage',
  tag: 'Organizations',
  summary: 'Read what an organization uses and may use',
  description:
    'For its administrators, and system administrators. Without bounds it has no quota of its own: what is in it counts for the accounts of the ' +
    'owners.',
  method: 'GET',
  path: '/api/v1/organizations/{id}/usage',
  access: 'organizations:review',
  params: Type.Object({ id: Uuid }),
  replies: ok('What is used, and the bounds where there are any.', Usage),
  errors: ['forbidden'],
  example: { reply: exampleOfOrganization },
});
