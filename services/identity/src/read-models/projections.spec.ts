import {
  ApiKeyCreated,
  ApiKeyDeleted,
  ApiKeyDisabled,
  ApiKeyEnabled,
  ApiKeyErased,
  ApiKeyRotated,
  ClaimAbandoned,
  type DomainEvent,
  PasswordResetCompleted,
  PasswordResetRequested,
  SessionEnded,
  SessionKept,
  SessionRefreshed,
  SessionStarted,
  UserDisabled,
  UserEnabled,
  UserErased,
  UserPasswordChanged,
  UserProfileChanged,
  UserRegistered,
  UserSessionsRevoked,
} from '@cairn/contracts';
import { type Document, type Projection, readModelOf, START } from '@cairn/kernel';
import { type Embedded, openEmbedded } from '@cairn/kernel/testkit';
import { API_KEYS, apiKeys } from './api-keys/project.js';
import { SESSIONS, sessions } from './sessions/project.js';
import { USERS, users } from './users/project.js';

const timeOf = (revision: number): string => `2026-03-02T09:00:0${revision}.000Z`;
const CREATED = timeOf(0);

let engines: Embedded;
beforeEach(() => {
  engines = openEmbedded();
});
afterEach(() => engines.remove());

/** The document after some events of its stream, each batch applied twice: the second time it finds another checkpoint. */
const documentAfter = async (
  model: Projection,
  collection: string,
  events: readonly DomainEvent[],
): Promise<Document | undefined> => {
  await engines.documents.prepare([readModelOf(model)]);
  let from = START;
  for (const [index, event] of events.entries()) {
    const to = String(index + 1).padStart(16, '0');
    const facts = {
      id: 'x',
      stream: 'stream-x',
      revision: BigInt(index),
      position: to,
      at: timeOf(index),
      actor: { kind: 'system' as const, id: '' },
    };
    const batch = {
      projection: model.name,
      generation: 'live' as const,
      from,
      to,
      changes: model.project(event, facts),
    };
    expect(await engines.documents.apply(batch)).toEqual({ status: 'applied' });
    expect(await engines.documents.apply(batch)).toEqual({ status: 'moved', checkpoint: to });
    from = to;
  }
  return engines.documents.get(collection, 'x');
};

describe('the read model of accounts', () => {
  const held = { reservation_id: 'r', claim_id: 'c' };
  const registered = UserRegistered.of({
    id: 'x',
    username: 'ada',
    email: 'ada@example.org',
    name: 'Lovelace',
    firstname: 'Ada',
    is_system_admin: true,
    credential_id: 'a-credential',
    held_username: held,
    held_email: held,
  });
  const account = {
    id: 'x',
    created_at: CREATED,
    username: 'ada',
    email: 'ada@example.org',
    name: 'Lovelace',
    firstname: 'Ada',
    is_system_admin: true,
    disabled: false,
    epoch: 0,
    key_epoch: 0,
  };
  const after = (...events: readonly DomainEvent[]) => documentAfter(users, USERS, [registered, ...events]);
  const changedAt = (revision: number) => ({ revision: String(revision), updated_at: timeOf(revision) });
  const replaced = { id: 'x', credential_id: 'b', replaced_credential_id: 'a-credential' };
  const requested = PasswordResetRequested.of({
    id: 'x',
    reset_id: 'one',
    email: 'ada@example.org',
    expires_at: timeOf(9),
  });

  it('holds what a person may see, and nothing of the credential', async () => {
    expect(await after()).toEqual({ ...account, ...changedAt(0) });
  });
  it('holds what was changed', async () => {
    const changed = UserProfileChanged.of({
      id: 'x',
      username: 'countess',
      email: 'c@example.org',
      name: 'L',
      firstname: 'A',
    });
    const expected = { username: 'countess', email: 'c@example.org', name: 'L', firstname: 'A' };
    expect(await after(changed)).toEqual({ ...account, ...expected, ...changedAt(1) });
  });
  it('leaves what was not', async () => {
    expect(await after(UserProfileChanged.of({ id: 'x', name: '' }))).toEqual({
      ...account,
      name: '',
      ...changedAt(1),
    });
  });
  it('tells until when a link is good', async () => {
    expect(await after(requested)).toEqual({
      ...account,
      reset_token_expiration: timeOf(9),
      ...changedAt(1),
    });
  });
  it('forgets links when the address changes', async () => {
    const moved = UserProfileChanged.of({ id: 'x', email: 'c@example.org' });
    expect(await after(requested, moved)).toEqual({ ...account, email: 'c@example.org', ...changedAt(2) });
  });
  it.each([
    UserPasswordChanged.of(replaced),
    PasswordResetCompleted.of({ ...replaced, reset_id: 'one' }),
    UserSessionsRevoked.of({ id: 'x' }),
  ])('counts an epoch and forgets links with $type', async (event) => {
    expect(await after(requested, event)).toEqual({ ...account, epoch: 1, ...changedAt(2) });
  });
  it.each([
    UserPasswordChanged.of({ ...replaced, api_keys_revoked: true }),
    PasswordResetCompleted.of({ ...replaced, reset_id: 'one', api_keys_revoked: true }),
  ])('counts an epoch of its API keys with $type that ends them', async (event) => {
    expect(await after(event)).toEqual({ ...account, epoch: 1, key_epoch: 1, ...changedAt(1) });
  });
  it('shows that an account is disabled, and enabled', async () => {
    expect(await after(UserDisabled.of({ id: 'x' }))).toEqual({
      ...account,
      disabled: true,
      epoch: 1,
      ...changedAt(1),
    });
    engines = await anew(engines);
    expect(await after(UserDisabled.of({ id: 'x' }), UserEnabled.of({ id: 'x' }))).toEqual({
      ...account,
      epoch: 1,
      ...changedAt(2),
    });
  });
  it('law 8: is blank after an erasure', async () => {
    const erased = UserErased.of({ id: 'x', credential_id: 'a', held_username: held, held_email: held });
    expect(await after(requested, erased)).toEqual({
      id: 'x',
      created_at: CREATED,
      username: '',
      email: '',
      name: '',
      firstname: '',
      is_system_admin: false,
      disabled: true,
      epoch: 0,
      key_epoch: 0,
      ...changedAt(2),
    });
  });
  it('knows no account that never came', async () => {
    expect(await documentAfter(users, USERS, [ClaimAbandoned.of({ claim_id: 'c' })])).toBeUndefined();
  });
});

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
    documentAfter(sessions, SESSIONS, [started, ...events]);

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
    user_id: 'ada',
    name: 'nightly import',
    key_prefix: 'ck_7Hq2x',
    scopes: ['datasets:read'],
    expires_at: timeOf(9),
    epoch: 0,
    disabled: false,
    deleted: false,
    created_at: CREATED,
  };
  const after = (...events: readonly DomainEvent[]) => documentAfter(apiKeys, API_KEYS, [created, ...events]);
  const disabled = ApiKeyDisabled.of({ id: 'x' });

  it.each([
    [[], {}],
    [[disabled], { disabled: true }],
    [[disabled, ApiKeyEnabled.of({ id: 'x' })], {}],
    [[ApiKeyRotated.of({ id: 'x', successor_id: 'y', expires_at: timeOf(5) })], { grace_until: timeOf(5) }],
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

const anew = async (before: Embedded): Promise<Embedded> => {
  await before.remove();
  return openEmbedded();
};
