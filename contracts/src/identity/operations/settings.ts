import { Type } from '@sinclair/typebox';
import { exampleHistoryEntry, HistoryEntry } from '../../kit/history.js';
import { operation } from '../../kit/operation.js';
import { ok } from '../../kit/replies.js';
import { exampleUser } from '../examples.js';
import { exampleQuotas, exampleRateLimits } from '../settings/examples.js';
import { QuotaChanges, QuotaSettings } from '../settings/quotas.js';
import { RateLimitChanges, RateLimitSettings } from '../settings/rate-limit.js';

const tag = 'Administration';
const rateLimitPath = '/admin/settings/rate-limit';

const quotaPath = '/admin/settings/quotas';

const settingsHistory = <const Id extends string, const Path extends string>(named: {
  readonly id: Id;
  readonly path: Path;
  readonly summary: string;
}) =>
  operation({
    ...named,
    tag,
    method: 'GET',
    access: 'administrator',
    history: true,
    list: { sort: ['revision'], defaultSort: 'revision', filters: {} },
    replies: ok(
      'One entry for each event: who, when, by which command, what changed.',
      Type.Array(HistoryEntry),
    ),
    example: { reply: [exampleHistoryEntry] },
  });

export const getRateLimits = operation({
  id: 'getRateLimits',
  tag,
  summary: 'Read how often callers may call',
  description: 'What was never set is what the configuration says.',
  method: 'GET',
  path: rateLimitPath,
  access: 'administrator',
  etag: true,
  replies: ok('The settings.', RateLimitSettings),
  example: { reply: exampleRateLimits },
});

export const updateRateLimits = operation({
  id: 'updateRateLimits',
  tag,
  summary: 'Set how often callers may call',
  description:
    'What is named is set, all else stays: a class, a plan, the list of overrides as a whole. In a rate `requests` is needed. ' +
    'Of several that fit, the first counts: an override of the API key, of the user, of the organization, of the network ' +
    '(the narrowest), the plan of the organization, the class. A class without a rate counts as `default`. An override ' +
    'is counted for what it names alone. In force at every gateway when this is answered, within a second at the latest.',
  method: 'PUT',
  path: rateLimitPath,
  access: 'administrator',
  etag: true,
  body: RateLimitChanges,
  bodyLimit: 'configured',
  replies: ok('The settings as they are now.', RateLimitSettings),
  example: {
    body: { inference: { requests: 600, window_seconds: 60, burst: 100 } },
    reply: exampleRateLimits,
  },
});

export const listRateLimitHistory = settingsHistory({
  id: 'listRateLimitHistory',
  path: `${rateLimitPath}/history`,
  summary: 'Read who set how often callers may call',
});

export const getQuotas = operation({
  id: 'getQuotas',
  tag,
  summary: 'Read how much may be stored',
  description: 'What was never set is what the configuration says.',
  method: 'GET',
  path: quotaPath,
  access: 'administrator',
  etag: true,
  replies: ok('The settings.', QuotaSettings),
  example: { reply: exampleQuotas },
});

export const updateQuotas = operation({
  id: 'updateQuotas',
  tag,
  summary: 'Set how much may be stored',
  description:
    'What is named is set, all else stays: a bound of accounts, a plan as a whole, the list of overrides as a whole. ' +
    'An override counts before a plan, a plan before the configuration. In force everywhere within a second. What is ' +
    'stored already stays.',
  method: 'PUT',
  path: quotaPath,
  access: 'administrator',
  etag: true,
  body: QuotaChanges,
  bodyLimit: 'configured',
  replies: ok('The settings as they are now.', QuotaSettings),
  example: {
    body: { overrides: [{ user_id: exampleUser.id, bytes: 214_748_364_800 }] },
    reply: exampleQuotas,
  },
});

export const listQuotaHistory = settingsHistory({
  id: 'listQuotaHistory',
  path: `${quotaPath}/history`,
  summary: 'Read who set how much may be stored',
});
