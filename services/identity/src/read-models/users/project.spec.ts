import {
  ClaimAbandoned,
  type DomainEvent,
  EmailVerified,
  PasswordResetCompleted,
  PasswordResetRequested,
  UserAdministrationGranted,
  UserAdministrationWithdrawn,
  UserDisabled,
  UserEnabled,
  UserErased,
  UserPasswordChanged,
  UserProfileChanged,
  UserRegistered,
  UserSessionsRevoked,
} from '@cairn/contracts';
import { type Embedded, openEmbedded } from '@cairn/kernel/testkit';
import { CREATED, documentAfter, timeOf } from '../../testing/document-after.js';
import { USERS, users } from './project.js';

let engines: Embedded;
beforeEach(() => {
  engines = openEmbedded();
});
afterEach(() => engines.remove());

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
    address_key: 'r',
    is_system_admin: true,
    email_verified: false,
    disabled: false,
    erased: false,
    words: ['ada', 'example', 'org', 'lovelace'],
    epoch: 0,
    key_epoch: 0,
    password_epoch: 0,
  };
  const after = (...events: readonly DomainEvent[]) =>
    documentAfter(engines, users, USERS, [registered, ...events]);
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
  const verified = EmailVerified.of({ id: 'x', by: 'link' });
  it('tells that the address is verified', async () => {
    expect(await after(verified)).toEqual({ ...account, email_verified: true, ...changedAt(1) });
  });
  it('tells of another address that it is not verified', async () => {
    const other = UserProfileChanged.of({ id: 'x', email: 'c@example.org', address_changed: true });
    expect(await after(verified, other)).toMatchObject({ email_verified: false });
  });
  it('tells until when a link is good', async () => {
    expect(await after(requested)).toEqual({
      ...account,
      reset_token_expiration: timeOf(9),
      ...changedAt(1),
    });
  });
  it('forgets links when the address changes, and has the key of the new one', async () => {
    const held_email = { reservation_id: 'another', claim_id: 'c' };
    const moved = UserProfileChanged.of({ id: 'x', email: 'c@example.org', held_email });
    const address = { email: 'c@example.org', address_key: 'another' };
    expect(await after(requested, moved)).toEqual({ ...account, ...address, ...changedAt(2) });
  });
  it.each([UserPasswordChanged.of(replaced), PasswordResetCompleted.of({ ...replaced, reset_id: 'one' })])(
    'counts an epoch, also of the password, and forgets links with $type',
    async (event) => {
      expect(await after(requested, event)).toEqual({
        ...account,
        epoch: 1,
        password_epoch: 1,
        ...changedAt(2),
      });
    },
  );
  it('counts an epoch and forgets links when all sessions are revoked', async () => {
    const revoked = UserSessionsRevoked.of({ id: 'x' });
    expect(await after(requested, revoked)).toEqual({ ...account, epoch: 1, ...changedAt(2) });
  });
  it.each([
    UserPasswordChanged.of({ ...replaced, api_keys_revoked: true }),
    PasswordResetCompleted.of({ ...replaced, reset_id: 'one', api_keys_revoked: true }),
  ])('counts an epoch of its API keys with $type that ends them', async (event) => {
    expect(await after(event)).toEqual({
      ...account,
      epoch: 1,
      key_epoch: 1,
      password_epoch: 1,
      ...changedAt(1),
    });
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
  it('tells who administers', async () => {
    const withdrawn = UserAdministrationWithdrawn.of({ id: 'x' });
    expect(await after(withdrawn)).toMatchObject({ is_system_admin: false });
    engines = await anew(engines);
    const granted = UserAdministrationGranted.of({ id: 'x' });
    expect(await after(withdrawn, granted)).toMatchObject({ is_system_admin: true });
  });
  it('is found by the names that it has now', async () => {
    const changed = UserProfileChanged.of({
      id: 'x',
      name: 'King',
      all_names: 'ada ada@example.org King Ada',
    });
    expect(await after(changed)).toMatchObject({ words: ['ada', 'example', 'org', 'king'] });
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
      email_verified: false,
      disabled: true,
      erased: true,
      words: [],
      epoch: 0,
      key_epoch: 0,
      password_epoch: 0,
      ...changedAt(2),
    });
  });
  it('knows no account that never came', async () => {
    expect(
      await documentAfter(engines, users, USERS, [ClaimAbandoned.of({ claim_id: 'c' })]),
    ).toBeUndefined();
  });
});

const anew = async (before: Embedded): Promise<Embedded> => {
  await before.remove();
  return openEmbedded();
};
