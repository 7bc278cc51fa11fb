import { identityCommands, UserSessionsRevoked } from '@cairn/contracts';
import { type Decision, refuse, serviceCommand } from '@cairn/kernel';
import { sessionRequired } from '../../domain/user/session-required.js';
import { user, type UserState } from '../../domain/user/state.js';

/** One event on the account's stream ends them all at once; a policy puts each away afterwards. */
export const decideEndAll = (state: UserState): Decision =>
  state.kind === 'account'
    ? [UserSessionsRevoked.of({ id: state.id })]
    : refuse('not_found', 'There is no such account.');

export const endAllSessions = serviceCommand(identityCommands.endAllSessions, async (_input, context) =>
  context.principal.kind === 'user'
    ? context.execute(user, context.principal.userId, { decide: decideEndAll })
    : sessionRequired(),
);
