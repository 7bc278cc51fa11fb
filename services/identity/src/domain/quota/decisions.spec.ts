import type { QuotaChanges, QuotaEvent } from '@cairn/contracts';
import { isRefusal } from '@cairn/kernel';
import { decideChangeQuotas } from './decisions.js';
import { quota, type QuotaState } from './state.js';

const USER = '018f4d1a-0000-7000-8000-000000000009';
const FIRM = '018f4d1a-0000-7000-8000-0000000000b1';
const root = { userId: USER, administrator: true };
const facts = {
  at: '',
  actor: { kind: 'user', id: USER },
  revision: 0n,
  eventId: '',
  correlation: '',
} as const;

describe('setting the quotas', () => {
  const after = (...changes: readonly QuotaChanges[]): QuotaState =>
    changes.reduce((state, body) => {
      const events = decideChangeQuotas(state, body, root);
      if (isRefusal(events)) throw new Error(events.detail);
      return (events as readonly QuotaEvent[]).reduce(
        (before, event) => quota.evolve(before, event, facts),
        state,
      );
    }, quota.initial);
  const names = (state: QuotaState, body: QuotaChanges) => {
    const events = decideChangeQuotas(state, body, root);
    return isRefusal(events) ? events : events.map(({ type }) => type);
  };

  it('begins the stream once, and says nothing that is so already', () => {
    const body = { accounts: { items: 5 } };
    expect(names(quota.initial, body)).toEqual(['QuotasBegun', 'QuotasChanged']);
    expect(names(after(body), { accounts: { items: 6 } })).toEqual(['QuotasChanged']);
    expect(names(after(body), body)).toEqual([]);
  });

  it('sets each bound of accounts, each plan and the overrides; 0 is no bound', () => {
    const { set } = after(
      { accounts: { items: 5, bytes: 7 }, plans: { pro: { items: 1, bytes: 1 }, free: { bytes: 0 } } },
      { accounts: { items: 0 }, plans: { pro: { datasets: 3 } }, overrides: [{ user_id: USER, bytes: 0 }] },
    );
    expect(set).toEqual({
      accounts: { items: null, bytes: 7 },
      plans: { pro: { datasets: 3 }, free: { bytes: null }, enterprise: {} },
      overrides: [{ user_id: USER, bytes: null }],
    });
  });

  it.each([
    ['names nobody', [{ items: 1 }], '/overrides/0', 'subject'],
    ['names two', [{ user_id: USER, organization_id: FIRM }], '/overrides/0', 'subject'],
    ['stands twice', [{ user_id: USER }, { user_id: USER }], '/overrides/1', 'duplicate'],
  ])('refuses an override that %s', (_, overrides, pointer, code) => {
    expect(decideChangeQuotas(quota.initial, { overrides }, root)).toMatchObject({
      refused: 'invalid_body',
      errors: [{ pointer, code }],
    });
  });

  it('is for administrators alone', () => {
    const nobody = { userId: USER, administrator: false };
    expect(decideChangeQuotas(quota.initial, {}, nobody)).toMatchObject({ refused: 'forbidden' });
  });
});
