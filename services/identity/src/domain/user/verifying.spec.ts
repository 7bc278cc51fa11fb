import {
  EmailVerificationRequested,
  EmailVerified,
  UserDisabled,
  UserErased,
  UserProfileChanged,
  UserRegistered,
} from '@cairn/contracts';
import { given, stateAfter } from '@cairn/kernel/testkit';
import { decideChangeProfile } from '../../application/user/update-me.js';
import { decideErase } from '../../application/user/delete-me.js';
import { user } from './state.js';
import { decideConfirm, decideRequestVerification, decideVerify, verifiedAddressOf } from './verifying.js';

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
const erased = UserErased.of({
  id,
  credential_id: 'credential-1',
  held_username: data.held_username,
  held_email: data.held_email,
});
const moved = UserProfileChanged.of({ id, email: { encrypted: 'another' }, held_email: data.held_email });
const owed = (verification_id: string, expires_at = LATER) =>
  EmailVerificationRequested.of({ id, verification_id, email: data.email, expires_at });
const verified = EmailVerified.of({ id, by: 'link' });

describe('verify an address', () => {
  const verify = { verificationId: 'one', at: NOW };
  it('by an open link, which is used up with all others', () =>
    given(user, [registered, owed('two'), owed('one')])
      .when((state) => decideVerify(state, verify))
      .then(verified));
  const other = UserProfileChanged.of({ ...moved.data, address_changed: true });
  it.each([
    ['twice', [registered, owed('one'), verified], NOW],
    ['when another one has verified it', [registered, owed('one'), owed('two'), verified], NOW],
    ['with another link', [registered, owed('two')], NOW],
    ['after its day', [registered, owed('one')], LATER],
    ['of an erased account', [registered, owed('one'), erased], NOW],
    ['of a disabled account', [registered, owed('one'), UserDisabled.of({ id })], NOW],
    ['that was mailed to another address (S20)', [registered, owed('one'), other], NOW],
  ])('not %s', (_when, events, at) =>
    given(user, events)
      .when((state) => decideVerify(state, { ...verify, at }))
      .thenRefused('verify_token_invalid'),
  );
  it('says nothing of the next address', () =>
    expect(stateAfter(user, [registered, verified, other])).toMatchObject({ emailVerified: false }));
  it('holds when the same address is sent again', () =>
    expect(stateAfter(user, [registered, verified, moved])).toMatchObject({ emailVerified: true }));
  it('owes a link for another address', () => {
    const changes = { email: 'countess@example.org' };
    const [changed, asked] = [
      UserProfileChanged.of({ id, ...changes, held_email: data.held_email, address_changed: true }),
      EmailVerificationRequested.of({ id, verification_id: 'link-1', ...changes, expires_at: TOMORROW }),
    ];
    given(user, [registered, verified])
      .when((state) => decideChangeProfile(state, changes, { email: data.held_email }, { address: link }))
      .then(changed, asked);
  });
  it('is asked for again as long as it is not verified', () => {
    given(user, [registered])
      .when((state) => decideRequestVerification(state, link))
      .then(owed('link-1', TOMORROW));
    given(user, [registered, verified])
      .when((state) => decideRequestVerification(state, link))
      .thenNothing();
  });
  it('by a link that was mailed to the address for something else, as long as it is that address', () => {
    given(user, [registered])
      .when((state) => decideConfirm(state, { addressKey: 'r-email', by: 'share' }))
      .then(EmailVerified.of({ id, by: 'share' }));
    given(user, [registered])
      .when((state) => decideConfirm(state, { addressKey: 'r-other', by: 'share' }))
      .thenNothing();
  });
  it('gives the address to who is in use and has verified it (ADR-0034)', () => {
    const keys = [
      [registered],
      [registered, verified],
      [registered, verified, UserDisabled.of({ id })],
      [registered, verified, erased],
    ].map((events) => verifiedAddressOf(stateAfter(user, events)));
    expect(keys).toEqual([undefined, 'r-email', undefined, undefined]);
  });
  it('is told by the erasure, so that what waits for the address goes', () =>
    given(user, [registered, verified])
      .when((state) => decideErase(state, { isLetGo: true }))
      .then(UserErased.of({ ...erased.data, email_verified: true })));
});
