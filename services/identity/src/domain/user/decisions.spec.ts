import {
  ClaimAbandoned,
  EmailVerificationRequested,
  EmailVerified,
  PasswordResetCompleted,
  PasswordResetRequested,
  UserDisabled,
  UserEnabled,
  UserErased,
  UserPasswordChanged,
  UserProfileChanged,
  UserRegistered,
  UserSessionsRevoked,
} from '@cairn/contracts';
import { given, stateAfter } from '@cairn/kernel/testkit';
import { decideChangePassword } from '../../application/user/change-password.js';
import { decideChangeProfile } from '../../application/user/update-me.js';
import { decideEndAll } from '../../application/user/end-all-sessions.js';
import { decideErase } from '../../application/user/delete-me.js';
import { decideRegister } from '../../application/user/register.js';
import { decideRequestReset } from '../../application/user/request-password-reset.js';
import { decideResetPassword } from '../../application/user/reset-password.js';
import { decideAbandonClaim } from './abandon-claim.js';
import { user } from './state.js';

const id = 'ada-id';
const NOW = '2026-03-02T09:00:00.000Z';
const LATER = '2026-03-02T10:00:00.000Z';
const TOMORROW = '2026-03-03T09:00:00.000Z';
const link = { verificationId: 'link-1', at: NOW };
const data = {
  id,
  username: 'ada',
  email: { encrypted: 'her address' },
  name: '',
  firstname: '',
  is_system_admin: true,
  credential_id: 'credential-1',
  held_username: { reservation_id: 'r-username', claim_id: 'claim-username' },
  held_email: { reservation_id: 'r-email', claim_id: 'claim-email' },
};
const registered = UserRegistered.of(data);
const abandoned = ClaimAbandoned.of({ claim_id: 'claim-other' });
const erased = UserErased.of({
  id,
  credential_id: 'credential-1',
  held_username: data.held_username,
  held_email: data.held_email,
});
const moved = UserProfileChanged.of({ id, email: { encrypted: 'another' }, held_email: data.held_email });
const owed = EmailVerificationRequested.of({
  id,
  verification_id: 'link-1',
  email: data.email,
  expires_at: TOMORROW,
});
const verified = EmailVerified.of({ id, by: 'link' });
const reset = (resetId: string) =>
  PasswordResetRequested.of({ id, reset_id: resetId, email: data.email, expires_at: LATER });

describe('register', () => {
  it('makes an account of nothing', () =>
    given(user, [])
      .when((state) => decideRegister(state, { ...data, is_system_admin: false }, link))
      .then(UserRegistered.of({ ...data, is_system_admin: false }), owed));
  it('the first administrator has the address of the configuration: it is verified', () =>
    given(user, [])
      .when((state) => decideRegister(state, data, link))
      .then(registered, EmailVerified.of({ id, by: 'configuration' })));
  it('is too late when the claim was abandoned', () =>
    given(user, [abandoned])
      .when((state) => decideRegister(state, data, link))
      .thenRefused('conflict'));
  it('makes no second account', () =>
    given(user, [registered])
      .when((state) => decideRegister(state, data, link))
      .thenRefused('conflict'));
});

describe('abandon a claim', () => {
  it('of an account that never came', () =>
    given(user, [])
      .when((state) => decideAbandonClaim(state, 'claim-other'))
      .then(abandoned));
  it('of an account that has another name', () =>
    given(user, [registered])
      .when((state) => decideAbandonClaim(state, 'claim-other'))
      .then(abandoned));
  it('once', () =>
    given(user, [registered, abandoned])
      .when((state) => decideAbandonClaim(state, 'claim-other'))
      .thenNothing());
  it('not of a name that it let go, which it cannot take again anyway', () => {
    const held = { reservation_id: 'r-other', claim_id: 'claim-other' };
    const left = UserProfileChanged.of({ id, username: 'countess', held_username: held });
    given(user, [registered, left])
      .when((state) => decideAbandonClaim(state, 'claim-username'))
      .thenNothing();
  });
  it.each(['claim-username', 'claim-email'])('not %s, which the account has taken', (claim) =>
    given(user, [registered])
      .when((state) => decideAbandonClaim(state, claim))
      .thenRefused('conflict'),
  );
  it('of an erased account needs nothing', () =>
    given(user, [registered, erased])
      .when((state) => decideAbandonClaim(state, 'claim-username'))
      .thenNothing());
});

describe('change the profile', () => {
  const other = { reservation_id: 'r-other', claim_id: 'claim-other' };
  it('sets what is given', () =>
    given(user, [registered])
      .when((state) => decideChangeProfile(state, { username: 'lovelace' }, { username: other }))
      .then(UserProfileChanged.of({ id, username: 'lovelace', held_username: other })));
  it('does nothing of nothing', () =>
    given(user, [registered])
      .when((state) => decideChangeProfile(state, {}, {}))
      .thenNothing());
  it('does not take a name whose claim was abandoned', () =>
    given(user, [registered, abandoned])
      .when((state) => decideChangeProfile(state, { username: 'lovelace' }, { username: other }))
      .thenRefused('conflict'));
  it('leaves mailed links good when the address stays', () =>
    expect(
      stateAfter(user, [registered, reset('one'), UserProfileChanged.of({ id, name: 'x' })]),
    ).toMatchObject({ resets: [{ id: 'one' }] }));
  it('needs an account', () =>
    given(user, [registered, erased])
      .when((state) => decideChangeProfile(state, { name: 'x' }, {}))
      .thenRefused('not_found'));
});

describe('change the password', () => {
  const change = {
    provenCredentialId: 'credential-1',
    credentialId: 'credential-2',
    sessionId: 'mine',
    revokesKeys: false,
  };
  const changed = UserPasswordChanged.of({
    id,
    credential_id: 'credential-2',
    replaced_credential_id: 'credential-1',
    kept_session_id: 'mine',
  });
  it('replaces the credential and keeps the session', () =>
    given(user, [registered])
      .when((state) => decideChangePassword(state, change))
      .then(changed));
  it('ends the API keys when it is asked to', () =>
    given(user, [registered])
      .when((state) => decideChangePassword(state, { ...change, revokesKeys: true }))
      .then(UserPasswordChanged.of({ ...changed.data, api_keys_revoked: true })));
  it('does not follow from a password that is the current one no more', () =>
    given(user, [registered, changed])
      .when((state) => decideChangePassword(state, change))
      .thenRefused('conflict'));
  it('needs an account', () =>
    given(user, [])
      .when((state) => decideChangePassword(state, change))
      .thenRefused('not_found'));
  it('begins an epoch and voids mailed links', () =>
    expect(stateAfter(user, [registered, reset('one'), changed])).toMatchObject({
      credentialId: 'credential-2',
      epoch: 1,
      keptSessionId: 'mine',
      resets: [],
    }));
});

describe('request a reset', () => {
  const request = { resetId: 'one', at: NOW };
  it('owes a mail to the address as it is stored', () =>
    given(user, [registered])
      .when((state) => decideRequestReset(state, request))
      .then(reset('one')));
  it.each([
    ['nobody', []],
    ['a disabled account', [registered, UserDisabled.of({ id })]],
    ['an erased account', [registered, erased]],
  ])('does nothing for %s', (_who, events) =>
    given(user, events)
      .when((state) => decideRequestReset(state, request))
      .thenNothing(),
  );
  it('keeps the last five', () => {
    const state = stateAfter(user, [registered, ...['1', '2', '3', '4', '5', '6'].map(reset)]);
    expect(state).toMatchObject({ resets: ['2', '3', '4', '5', '6'].map((open) => ({ id: open })) });
  });
});

describe('reset the password', () => {
  const completion = { resetId: 'one', credentialId: 'credential-2', keepsKeys: false, at: NOW };
  const keeping = PasswordResetCompleted.of({
    id,
    reset_id: 'one',
    credential_id: 'credential-2',
    replaced_credential_id: 'credential-1',
  });
  const completed = PasswordResetCompleted.of({ ...keeping.data, api_keys_revoked: true });
  it('uses an open reset up and ends the API keys', () =>
    given(user, [registered, reset('one')])
      .when((state) => decideResetPassword(state, completion))
      .then(completed, EmailVerified.of({ id, by: 'reset' })));
  it('says of an address that is verified nothing more', () =>
    given(user, [registered, verified, reset('one')])
      .when((state) => decideResetPassword(state, completion))
      .then(completed));
  it('lets the API keys go on when it is asked to', () =>
    given(user, [registered, reset('one')])
      .when((state) => decideResetPassword(state, { ...completion, keepsKeys: true }))
      .then(keeping, EmailVerified.of({ id, by: 'reset' })));
  it('counts how often they were ended; events of before say nothing of keys and ended none', () =>
    expect(
      [keeping, completed].map((event) => stateAfter(user, [registered, reset('one'), event])),
    ).toMatchObject([{ keyEpoch: 0 }, { keyEpoch: 1 }]));
  it.each([
    ['twice', [registered, reset('one'), completed], NOW],
    ['with another reset', [registered, reset('two')], NOW],
    ['after its hour', [registered, reset('one')], LATER],
    ['of an erased account', [registered, reset('one'), erased], NOW],
    ['after all sessions were revoked', [registered, reset('one'), UserSessionsRevoked.of({ id })], NOW],
    ['after the address was changed', [registered, reset('one'), moved], NOW],
  ])('not %s', (_when, events, at) =>
    given(user, events)
      .when((state) => decideResetPassword(state, { ...completion, at }))
      .thenRefused('reset_token_invalid'),
  );
});

describe('end all sessions', () => {
  it('in one event', () => given(user, [registered]).when(decideEndAll).then(UserSessionsRevoked.of({ id })));
  it('of an account only', () => given(user, []).when(decideEndAll).thenRefused('not_found'));
});

describe('erase', () => {
  it('names what must be destroyed', () =>
    given(user, [registered])
      .when((state) => decideErase(state, { isLetGo: true }))
      .then(erased));
  it('not the last administrator', () =>
    given(user, [registered])
      .when((state) => decideErase(state, { isLetGo: false }))
      .thenRefused('last_administrator'));
  it('anybody else, though there is no administrator', () =>
    given(user, [UserRegistered.of({ ...data, is_system_admin: false })])
      .when((state) => decideErase(state, { isLetGo: false }))
      .then(erased));
  it('once', () =>
    given(user, [registered, erased])
      .when((state) => decideErase(state, { isLetGo: false }))
      .thenNothing());
  it('an account only', () =>
    given(user, [])
      .when((state) => decideErase(state, { isLetGo: true }))
      .thenRefused('not_found'));
});

it('a disabled account has no session, an enabled one gets none back', () => {
  const disabled = [registered, UserDisabled.of({ id })];
  expect(stateAfter(user, disabled)).toMatchObject({ disabled: true, epoch: 1 });
  expect(stateAfter(user, [...disabled, UserEnabled.of({ id })])).toMatchObject({
    disabled: false,
    epoch: 1,
  });
});
