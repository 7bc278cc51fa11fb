import { identityCommands, SessionEnded, SessionRefreshed } from '@cairn/contracts';
import {
  type CommandContext,
  type Decision,
  isRefusal,
  type Refusal,
  refuse,
  serviceCommand,
} from '@cairn/kernel';
import { readRefreshToken } from '../../credentials/refresh-token.js';
import { signedIn } from '../../sign-in/signed-in.js';
import { user, type UserState } from '../../domain/user/state.js';
import { lifetimeFrom, RETRY_MS } from '../../domain/session/lifetime.js';
import { type OpenSession, outlives, session, type SessionState } from '../../domain/session/state.js';

const notValid = (): Refusal => refuse('refresh_token_invalid', 'The refresh token cannot be used.');

interface Refresh {
  /** Which of the session's refresh tokens came. */
  readonly generation: number;
  readonly owner: UserState;
  /** Now, RFC 3339. */
  readonly at: string;
}

/**
 * The current token gives the next. The one before gives that same next one again for half a minute; any older one was
 * stolen or is the thief's, and ends the session.
 */
export const decideRefresh = (state: SessionState, refresh: Refresh): Decision => {
  if (refresh.owner.kind === 'account' && refresh.owner.disabled)
    return refuse('account_disabled', 'The account is disabled.');
  if (!isGoodFor(state, refresh) || refresh.generation > state.generation) return notValid();
  const { id, userId: user_id, generation } = state;
  if (refresh.generation === generation)
    return [SessionRefreshed.of({ id, user_id, generation: generation + 1, ...lifetimeFrom(refresh.at) })];
  const isRetry =
    refresh.generation === generation - 1 &&
    Date.parse(refresh.at) - Date.parse(state.refreshedAt) <= RETRY_MS;
  return isRetry ? [] : [SessionEnded.of({ id, reason: 'reused' })];
};

const isGoodFor = (state: SessionState, { owner, at }: Refresh): state is OpenSession =>
  state.kind === 'open' && owner.kind === 'account' && state.refreshUntil > at && outlives(owner, state);

const ownerOf = async (context: CommandContext, sessionId: string): Promise<UserState> => {
  const state = await context.load(session, sessionId);
  return state.kind === 'none' ? { kind: 'none' } : context.load(user, state.userId);
};

export const refreshToken = serviceCommand(
  identityCommands.refreshToken,
  async ({ body: { refresh_token: text } }, context) => {
    const token = await readRefreshToken(context.tools.vault, text);
    if (token === undefined) return notValid();
    const { sessionId, generation } = token;
    const done = await context.execute(session, sessionId, {
      given: async () => ({ owner: await ownerOf(context, sessionId) }),
      decide: (state, { owner }) => decideRefresh(state, { generation, owner, at: context.at }),
    });
    if (isRefusal(done)) return done;
    const state = await context.load(session, sessionId);
    if (state.kind === 'open' && state.generation === generation + 1)
      return { ...done, result: await signedIn(context.tools.vault, state) };
    context.tools.logger.warn(
      { audit: true, session: sessionId },
      'a refresh token came again and its session is over',
    );
    return { ...notValid(), position: done.position };
  },
);
