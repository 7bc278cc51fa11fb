import {
  ApiKeyCreated,
  ApiKeyDeleted,
  ApiKeyDisabled,
  ApiKeyEnabled,
  ApiKeyErased,
  ApiKeyRotated,
  type DomainEvent,
  SessionEnded,
  SessionKept,
  SessionRefreshed,
  SessionStarted,
} from '@cairn/contracts';
import { type Embedded, openEmbedded } from '@cairn/kernel/testkit';
import { CREATED, documentAfter, timeOf } from '../testing/document-after.js';
import { API_KEYS, apiKeys } from './api-keys/project.js';
import { SESSIONS, sessions } from './sessions/project.js';

let engines: Embedded;
beforeEach(() => {
  engines = openEmbedded();
});
afterEach(() => engines.remove());

describe('the read model of sessions', () => {
  const started = SessionStarted.of({
    id: 'x',
    user_id: 'ada',
    epoch: 0,
    ip: '192.0.2.1',
    user_agent: 'curl',
    expires_at: timeOf(8),
    refresh_until: timeOf(9),
  });
  const after = (...events: readonly DomainEvent[]) =>
    documentAfter(engines, sessions, SESSIONS, [started, ...events]);

  it('holds a session until it ends', async () => {
    const refreshed = SessionRefreshed.of({
      id: 'x',
      generation: 1,
      expires_at: timeOf(9),
      refresh_until: timeOf(9),
    });
    expect(await after(refreshed, SessionKept.of({ id: 'x', epoch: 1 }))).toEqual({
      id: 'x',
      user_id: 'ada',
      epoch: 1,
      ip: '192.0.2.1',
      user_agent: 'curl',
      expires_at: timeOf(9),
      refresh_until: timeOf(9),
      created_at: CREATED,
      updated_at: timeOf(2),
      revision: '2',
    });
  });
  it('holds nothing of it afterwards', async () => {
    expect(await after(SessionEnded.of({ id: 'x', reason: 'signed_out' }))).toBeUndefined();
  });
});

describe('the read model of API keys', () => {
  const created = ApiKeyCreated.of({
    id: 'x',
    user_id: 'ada',
    name: 'nightly import',
    key_prefix: 'ck_7Hq2x',
    scopes: ['datasets:read'],
    expires_at: timeOf(9),
    credential_id: 'a-credential',
  });
  const key = {
    id: 'x',
    account: 'user:ada',
    user_id: 'ada',
    name: 'nightly import',
    key_prefix: 'ck_7Hq2x',
    scopes: ['datasets:read'],
    expires_at: timeOf(9),
    ends_at: timeOf(9),
    epoch: 0,
    disabled: false,
    deleted: false,
    created_at: CREATED,
  };
  const after = (...events: readonly DomainEvent[]) =>
    documentAfter(engines, apiKeys, API_KEYS, [created, ...events]);
  const disabled = ApiKeyDisabled.of({ id: 'x' });

  it.each([
    [[], {}],
    [[disabled], { disabled: true }],
    [[disabled, ApiKeyEnabled.of({ id: 'x' })], {}],
    [
      [ApiKeyRotated.of({ id: 'x', successor_id: 'y', expires_at: timeOf(5) })],
      { grace_until: timeOf(5), ends_at: timeOf(5) },
    ],
    [[ApiKeyDeleted.of({ id: 'x', credential_id: 'a-credential' })], { deleted: true }],
  ])('after %j differs by %j', async (events, difference) => {
    const last = events.length;
    expect(await after(...events)).toEqual({
      ...key,
      ...difference,
      revision: String(last),
      updated_at: timeOf(last),
    });
  });
  it('law 8: holds nothing of it after an erasure', async () => {
    const deleted = ApiKeyDeleted.of({ id: 'x', credential_id: 'a-credential' });
    expect(await after(deleted, ApiKeyErased.of({ id: 'x' }))).toBeUndefined();
  });
});
