import { ReservationReleased, Reserved } from '@cairn/contracts';
import { decideReserve, type ReservationState } from '@cairn/kernel';
import { given } from '@cairn/kernel/testkit';
import { nameHolding } from '../../accounts/reserving.js';
import { decideRelease } from '../../application/reservation/release-reservation.js';
import { reservation } from './state.js';

const wanted = { id: 'r', kind: 'username' as const, user_id: 'ada', claim_id: 'claim-1' };
const reserved = Reserved.of(wanted);
const others = Reserved.of({ ...wanted, user_id: 'eve', claim_id: 'claim-0' });
const released = ReservationReleased.of({ id: 'r', claim_id: 'claim-1' });

describe('reserve', () => {
  const holder = { category: 'user', id: 'ada', claimId: 'claim-1' };
  const reserve =
    (cleared?: string, field = 'username') =>
    (state: ReservationState) =>
      decideReserve(nameHolding, state, { reservationId: 'r', field }, { holder, cleared });
  it('what nobody has', () => given(reservation, []).when(reserve()).then(reserved));
  it('what was released', () => given(reservation, [reserved, released]).when(reserve()).then(reserved));
  it('what one has already', () => given(reservation, [reserved]).when(reserve()).thenNothing());
  it('not what another has', () => given(reservation, [others]).when(reserve()).thenRefused('login_taken'));
  it('what another had to give up', () =>
    given(reservation, [others]).when(reserve('claim-0')).then(reserved));
  it('not what a third took meanwhile', () =>
    given(reservation, [others]).when(reserve('claim-9')).thenRefused('login_taken'));
  it('an address by its own code', () =>
    given(reservation, [others]).when(reserve(undefined, 'email')).thenRefused('email_taken'));
});

describe('release', () => {
  const release = (claimId: string, isHeld: boolean) => (state: Parameters<typeof decideRelease>[0]) =>
    decideRelease(state, { reservationId: 'r', claimId, isHeld });
  it('what the account does not have', () =>
    given(reservation, [reserved]).when(release('claim-1', false)).then(released));
  it('not what it has', () => given(reservation, [reserved]).when(release('claim-1', true)).thenNothing());
  it('not under another claim', () =>
    given(reservation, [reserved]).when(release('claim-9', false)).thenNothing());
  it('once', () => given(reservation, [reserved, released]).when(release('claim-1', false)).thenNothing());
});
