import { type SessionEvent, sessionEvents } from '@cairn/contracts';
import { aggregate } from '@cairn/kernel';
import type { Account } from '../user/state.js';

export interface OpenSession {
  readonly kind: 'open';
  readonly id: string;
  readonly userId: string;
  /** The account's epoch when the session began. */
  readonly epoch: number;
  /** Which refresh token is the current one. */
  readonly generation: number;
  /** When its password was given, RFC 3339. */
  readonly startedAt: string;
  /** When the current bearer was given, RFC 3339. */
  readonly refreshedAt: string;
  /** When the current bearer is over, RFC 3339. */
  readonly expiresAt: string;
  /** When the current refresh token is over, RFC 3339. */
  readonly refreshUntil: string;
}

export type SessionState =
  | { readonly kind: 'none' }
  | OpenSession
  | { readonly kind: 'ended'; readonly userId: string };

/** Streams `session-<id>`: one sign-in with all the bearers that came of it. */
export const session = aggregate<SessionState, SessionEvent>({
  category: 'session',
  events: Object.values(sessionEvents),
  stateVersion: 2,
  initial: { kind: 'none' },
  evolve: (state, event, { at }) => {
    if (event.type === 'SessionStarted') return started(event.data, at);
    return state.kind === 'open' ? evolveOpen(state, event, at) : state;
  },
});

type Started = Extract<SessionEvent, { readonly type: 'SessionStarted' }>['data'];

const started = (data: Started, at: string): OpenSession => ({
  kind: 'open',
  id: data.id,
  userId: data.user_id,
  epoch: data.epoch,
  generation: 0,
  startedAt: at,
  refreshedAt: at,
  expiresAt: data.expires_at,
  refreshUntil: data.refresh_until,
});

const evolveOpen = (
  state: OpenSession,
  event: Exclude<SessionEvent, { readonly type: 'SessionStarted' }>,
  at: string,
): SessionState => {
  switch (event.type) {
    case 'SessionRefreshed':
      return {
        ...state,
        generation: event.data.generation,
        refreshedAt: at,
        expiresAt: event.data.expires_at,
        refreshUntil: event.data.refresh_until,
      };
    case 'SessionKept':
      return { ...state, epoch: event.data.epoch };
    case 'SessionEnded':
      return { kind: 'ended', userId: state.userId };
  }
};

/** Whether the account has not revoked the session. */
export const outlives = (account: Account, { id, epoch }: Pick<OpenSession, 'id' | 'epoch'>): boolean =>
  epoch >= account.epoch || id === account.keptSessionId;
