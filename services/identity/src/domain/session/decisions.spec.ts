import {
  SessionEnded,
  SessionKept,
  SessionRefreshed,
  SessionStarted,
  UserDisabled,
  UserPasswordChanged,
  UserRegistered,
  UserSessionsRevoked,
} from '@cairn/contracts';
import { freshId, system } from '@cairn/kernel';
import { given, stateAfter } from '@cairn/kernel/testkit';
import { person } from '../../testing/identity-under-test.js';
import { decideKeep } from '../../application/user/change-password.js';
import { type Account, user, type UserState } from '../user/state.js';
import { decideEnd, decideExpire } from '../../application/session/end-session.js';
import { decideStart } from '../../sign-in/begin-session.js';
import { decideRefresh } from '../../application/session/refresh-token.js';
import { session } from './state.js';

/** The testkit's events all happen at this time. */
const START = '2026-01-01T00:00:00.000Z';
const plus = (ms: number): string => new Date(Date.parse(START) + ms).toISOString();
const DAY_MS = 24 * 60 * 60 * 1000;
const lifetime = { expires_at: plus(DAY_MS), refresh_until: plus(30 * DAY_MS) };

const held = { reservation_id: 'r', claim_id: 'c' };
const registered = UserRegistered.of({
  id: 'ada',
  username: '',
  email: '',
  name: '',
  firstname: '',
  is_system_admin: false,
  credential_id: 'credential-1',
  held_username: held,
  held_email: held,
});
const owner = stateAfter(user, [registered]);
const account = owner as Account;
const client = { ip: '192.0.2.1', user_agent: 'curl' };
const started = SessionStarted.of({ id: 's', user_id: 'ada', epoch: 0, ...client, ...lifetime });
const refreshed = SessionRefreshed.of({ id: 's', user_id: 'ada', generation: 1, ...lifetime });
const ended = (reason: 'signed_out' | 'reused' | 'expired') => SessionEnded.of({ id: 's', reason });

describe('a login', () => {
  const start = { id: 's', account, ip: client.ip, userAgent: client.user_agent, at: START };
  it('begins a session for a day, to be refreshed for thirty', () =>
    given(session, [])
      .when((state) => decideStart(state, start))
      .then(started));
  it('begins it once', () =>
    given(session, [started])
      .when((state) => decideStart(state, start))
      .thenRefused('conflict'));
});

describe('a refresh', () => {
  const refresh = (generation: number, at: string, of: UserState = owner) => ({ generation, owner: of, at });
  it('by the current token gives the next', () =>
    given(session, [started])
      .when((state) => decideRefresh(state, refresh(0, START)))
      .then(refreshed));
  it('by the token before gives the same within half a minute', () =>
    given(session, [started, refreshed])
      .when((state) => decideRefresh(state, refresh(0, plus(30_000))))
      .thenNothing());
  it('by the token before ends the session later', () =>
    given(session, [started, refreshed])
      .when((state) => decideRefresh(state, refresh(0, plus(30_001))))
      .then(ended('reused')));
  it('by an older token ends the session at once', () =>
    given(session, [started, refreshed, SessionRefreshed.of({ id: 's', generation: 2, ...lifetime })])
      .when((state) => decideRefresh(state, refresh(0, START)))
      .then(ended('reused')));
  it('by a token that was never given does nothing', () =>
    given(session, [started])
      .when((state) => decideRefresh(state, refresh(1, START)))
      .thenRefused('refresh_token_invalid'));
  it('is over with its thirty days', () =>
    given(session, [started])
      .when((state) => decideRefresh(state, refresh(0, plus(30 * DAY_MS))))
      .thenRefused('refresh_token_invalid'));
  it('is over with the session', () =>
    given(session, [started, ended('signed_out')])
      .when((state) => decideRefresh(state, refresh(0, START)))
      .thenRefused('refresh_token_invalid'));
  it('is over when all sessions were revoked', () => {
    const revoked = stateAfter(user, [registered, UserSessionsRevoked.of({ id: 'ada' })]);
    given(session, [started])
      .when((state) => decideRefresh(state, refresh(0, START, revoked)))
      .thenRefused('refresh_token_invalid');
  });
  it('goes on for the session that changed the password', () => {
    const changed = UserPasswordChanged.of({
      id: 'ada',
      credential_id: 'credential-2',
      replaced_credential_id: 'credential-1',
      kept_session_id: 's',
    });
    given(session, [started])
      .when((state) => decideRefresh(state, refresh(0, START, stateAfter(user, [registered, changed]))))
      .then(refreshed);
  });
  it('tells that the account is disabled', () => {
    const disabled = stateAfter(user, [registered, UserDisabled.of({ id: 'ada' })]);
    given(session, [started])
      .when((state) => decideRefresh(state, refresh(0, START, disabled)))
      .thenRefused('account_disabled');
  });
});

describe('the state of a session', () => {
  const LATER = plus(60_000);
  const before = stateAfter(session, [started]);
  it('has the time at which the password was given, and that of its bearer', () =>
    expect(before).toMatchObject({ startedAt: START, refreshedAt: START, generation: 0 }));
  it('moves the time of its bearer with a refresh, and not that of the password', () => {
    const facts = {
      at: LATER,
      actor: { kind: 'user', id: 'ada' },
      revision: 1n,
      eventId: 'e',
      correlation: 'r',
    } as const;
    const later = { expires_at: plus(2 * DAY_MS), refresh_until: plus(31 * DAY_MS) };
    const after = session.evolve(before, SessionRefreshed.of({ id: 's', generation: 1, ...later }), facts);
    expect(after).toMatchObject({
      startedAt: START,
      refreshedAt: LATER,
      generation: 1,
      expiresAt: later.expires_at,
      refreshUntil: later.refresh_until,
    });
  });
});

describe('an end', () => {
  const end = (principal = person('ada')) => ({ id: 's', principal, reason: 'signed_out' as const });
  it('of one’s own session', () =>
    given(session, [started])
      .when((state) => decideEnd(state, end()))
      .then(ended('signed_out')));
  it('by Cairn itself', () =>
    given(session, [started])
      .when((state) => decideEnd(state, end(system)))
      .then(ended('signed_out')));
  it('comes once', () =>
    given(session, [started, ended('reused')])
      .when((state) => decideEnd(state, end()))
      .thenNothing());
  it.each([
    ['another’s', [started]],
    ['another’s that is over', [started, ended('reused')]],
    ['no', []],
  ])('of %s session is refused', (_whose, events) =>
    given(session, events)
      .when((state) => decideEnd(state, end(person(freshId()))))
      .thenRefused('not_found'),
  );
});

describe('its time', () => {
  it('ends it', () =>
    given(session, [started])
      .when((state) => decideExpire(state, plus(30 * DAY_MS)))
      .then(ended('expired')));
  it('does not end it before', () =>
    given(session, [started])
      .when((state) => decideExpire(state, plus(30 * DAY_MS - 1)))
      .thenNothing());
});

describe('a session that outlives a change of the password', () => {
  const after = { ...account, epoch: 1, keptSessionId: 's' };
  it('is moved to the new epoch', () =>
    given(session, [started])
      .when((state) => decideKeep(state, after))
      .then(SessionKept.of({ id: 's', epoch: 1 })));
  it('once', () =>
    given(session, [started, SessionKept.of({ id: 's', epoch: 1 })])
      .when((state) => decideKeep(state, after))
      .thenNothing());
  it('goes on, also when another is kept by the next change', () =>
    given(session, [started, SessionKept.of({ id: 's', epoch: 1 })])
      .when((state) =>
        decideRefresh(state, { generation: 0, owner: { ...after, keptSessionId: 'other' }, at: START }),
      )
      .then(refreshed));
  it('is the one that is named only', () =>
    given(session, [started])
      .when((state) => decideKeep(state, { ...after, keptSessionId: 'other' }))
      .thenNothing());
});
