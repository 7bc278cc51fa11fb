import { exampleUser } from '../examples.js';
import type { QuotaSettings } from './quotas.js';
import type { RateLimitSettings } from './rate-limit.js';

const aMinute = (requests: number, burst: number | null = null) => ({ requests, window_seconds: 60, burst });

export const exampleRateLimits: RateLimitSettings = {
  enabled: true,
  algorithm: 'sliding_window',
  per: 'principal',
  exempt_admins: false,
  default: aMinute(0),
  anonymous: aMinute(300),
  login: aMinute(10),
  inference: aMinute(600, 100),
  upload: null,
  execute: null,
  plans: { free: {}, pro: { inference: aMinute(6_000) }, enterprise: {} },
  overrides: [{ ip_cidr: '192.0.2.0/24', class: 'anonymous', ...aMinute(3_000) }],
  updated_at: exampleUser.updated_at,
  updated_by: exampleUser.id,
};

export const exampleQuotas: QuotaSettings = {
  accounts: { bytes: 107_374_182_400, items: 10_000_000, datasets: 10_000 },
  plans: { free: {}, pro: { bytes: 1_099_511_627_776 }, enterprise: { bytes: null } },
  overrides: [{ user_id: exampleUser.id, bytes: 214_748_364_800 }],
  updated_at: exampleUser.updated_at,
  updated_by: exampleUser.id,
};
