import { Type } from '@sinclair/typebox';
import { operation } from '../../kit/operation.js';
import { ok } from '../../kit/replies.js';
import { Time, Uuid } from '../../kit/schemas.js';
import { ORGANIZATION, USER } from '../../kit/example-ids.js';
import { AccessChange } from '../groups/access-change.js';

export const getAccessReview = operation({
  id: 'getAccessReview',
  tag: 'Organizations',
  summary: 'Tell who gained or lost what between two times',
  description:
    'Memberships of the organization, its teams and its projects; shares, visibility, projects and owners of its assets, ' +
    'and which came and left, were deleted and restored; roles that it changed; what team a project is given to; groups ' +
    'that were deleted and restored, disabled and enabled; accounts that were disabled, enabled and erased, of who is or ' +
    'was named in any of that. Sorted by time. What came to an end by itself stands at its end. An asset that the caller ' +
    'may not know of has no id and no name. It is counted exactly up to 10,000.',
  method: 'GET',
  path: '/api/v1/organizations/{id}/access-review',
  access: 'organizations:review',
  params: Type.Object({ id: Uuid }),
  list: { sort: ['at'], defaultSort: 'at', filters: { from: Time, to: Time } },
  replies: ok('The changes.', Type.Array(AccessChange)),
  errors: ['forbidden'],
  example: {
    reply: [
      {
        id: '018f4d1a-0000-7000-8000-000000000051',
        at: '2026-02-01T12:00:00.000Z',
        kind: 'member_joined',
        user_id: USER,
        subject: { kind: 'organization', id: ORGANIZATION, name: 'Sea birds' },
        after: 'org_member',
        by: { kind: 'user', id: USER },
      },
    ],
  },
});
