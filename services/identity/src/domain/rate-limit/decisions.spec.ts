import { type RateLimitChanges, RateLimitContent, type RateLimitEvent } from '@cairn/contracts';
import { isRefusal } from '@cairn/kernel';
import { decideChangeRateLimits } from './decisions.js';
import { rateLimit, type RateLimitState } from './state.js';

const KEY = '018f4d1a-0000-7000-8000-00000000000b';
const USER = '018f4d1a-0000-7000-8000-000000000009';
const root = { userId: USER, administrator: true };
const facts = {
  at: '',
  actor: { kind: 'user', id: USER },
  revision: 0n,
  eventId: '',
  correlation: '',
} as const;

describe('setting the rates', () => {
  const decided = (state: RateLimitState, body: RateLimitChanges, who = root) =>
    decideChangeRateLimits(state, body, who);
  /** What is set after changes, one after the other. */
  const after = (...changes: readonly RateLimitChanges[]): RateLimitState =>
    changes.reduce((state, body) => {
      const events = decided(state, body);
      if (isRefusal(events)) throw new Error(events.detail);
      return (events as readonly RateLimitEvent[]).reduce(
        (before, event) => rateLimit.evolve(before, event, facts),
        state,
      );
    }, rateLimit.initial);
  const names = (state: RateLimitState, body: RateLimitChanges) => {
    const events = decided(state, body);
    return isRefusal(events) ? events : events.map(({ type }) => type);
  };

  it('begins the stream once, and says nothing that is so already', () => {
    const body = { login: { requests: 5 } };
    expect(names(rateLimit.initial, body)).toEqual(['RateLimitsBegun', 'RateLimitsChanged']);
    expect(names(after(body), { login: { requests: 6 } })).toEqual(['RateLimitsChanged']);
    expect(names(after(body), body)).toEqual([]);
    expect(names(rateLimit.initial, {})).toEqual([]);
  });

  it('sets what is named, and lets all else stay', () => {
    const { set } = after(
      { login: { requests: 5, window_seconds: 30, burst: 7 }, per: 'ip', upload: { requests: 1 } },
      { login: { requests: 6 }, algorithm: 'token_bucket', upload: null },
      { login: { requests: 6, burst: null } },
    );
    expect(set).toEqual({
      login: { requests: 6, window_seconds: 30, burst: null },
      per: 'ip',
      algorithm: 'token_bucket',
      upload: null,
    });
  });

  it('sets each plan that is named as a whole', () => {
    const a = { requests: 1, window_seconds: 60, burst: null };
    const { set } = after(
      {
        plans: {
          pro: { default: { requests: 1 }, upload: { requests: 1 } },
          free: { login: { requests: 1 } },
        },
      },
      { plans: { pro: { inference: { requests: 1 } } } },
    );
    expect(set.plans).toEqual({ pro: { inference: a }, free: { login: a }, enterprise: {} });
  });

  it('sets the overrides as a whole, times in UTC', () => {
    const rate = { class: 'default', requests: 1 } as const;
    const { set } = after(
      { overrides: [{ ip_cidr: '192.0.2.0/24', ...rate }] },
      { overrides: [{ api_key_id: KEY, ...rate, expires_at: '2026-01-01T02:00:00+02:00' }] },
    );
    expect(set.overrides).toEqual([
      { api_key_id: KEY, ...rate, window_seconds: 60, burst: null, expires_at: '2026-01-01T00:00:00.000Z' },
    ]);
    expect(Object.keys(set)).toEqual(Object.keys(RateLimitContent.properties).filter((name) => name in set));
  });

  it.each([
    ['names nobody', [{}], '/overrides/0', 'subject'],
    ['names two', [{ user_id: USER, api_key_id: KEY }], '/overrides/0', 'subject'],
    ['names no network', [{ user_id: USER }, { ip_cidr: '192.0.2.0/33' }], '/overrides/1/ip_cidr', 'format'],
    ['stands twice', [{ user_id: USER }, { user_id: USER }], '/overrides/1', 'duplicate'],
    [
      'stands twice, written otherwise',
      [{ ip_cidr: '192.0.2.1/24' }, { ip_cidr: '192.0.2.9/24' }],
      '/overrides/1',
      'duplicate',
    ],
  ])('refuses an override that %s', (_, subjects, pointer, code) => {
    const overrides = subjects.map((subject) => ({ ...subject, class: 'default' as const, requests: 1 }));
    expect(decided(rateLimit.initial, { overrides })).toMatchObject({
      refused: 'invalid_body',
      errors: [{ pointer, code }],
    });
  });

  it('is for administrators alone', () => {
    const nobody = { userId: USER, administrator: false };
    expect(decided(rateLimit.initial, { enabled: false }, nobody)).toMatchObject({ refused: 'forbidden' });
  });
});
