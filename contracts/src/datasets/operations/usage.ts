import { operation } from '../../kit/operation.js';
import { ok } from '../../kit/replies.js';
import { Usage } from '../usage.js';

export const getMyUsage = operation({
  id: 'getMyUsage',
  tag: 'Account',
  summary: 'Read what your account uses and may use',
  description:
    'An addition of Cairn’s own. What others write into a dataset counts for its owner. What is deleted counts until ' +
    'it is purged, 30 days later.',
  method: 'GET',
  path: '/api/v1/me/usage',
  access: 'me:read',
  replies: ok('What is used, and the bounds where there are any.', Usage),
  example: {
    reply: {
      datasets: { used: 3, limit: 10_000 },
      items: { used: 120_000, limit: 10_000_000 },
      bytes: { used: 734_003_200, limit: 107_374_182_400 },
    },
  },
});
