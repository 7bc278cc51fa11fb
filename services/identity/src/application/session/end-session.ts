import { identityCommands, SessionEnded, type SessionEnding } from '@cairn/contracts';
import { type Decision, type Principal, refuse, serviceCommand } from '@cairn/kernel';
import { session, type SessionState } from '../../domain/session/state.js';

/** Ends a session of the caller's own, which a key of an organization does not reach; Cairn itself ends any. One that is over stays so. */
export const decideEnd = (
  state: SessionState,
  { id, principal, reason }: { id: string; principal: Principal; reason: SessionEnding },
): Decision => {
  const isOwn =
    state.kind !== 'none' && state.userId === principal.userId && principal.organizationId === undefined;
  if (principal.kind !== 'system' && !isOwn) return refuse('not_found', 'There is no such session.');
  return state.kind === 'open' ? [SessionEnded.of({ id, reason })] : [];
};

export const endSession = serviceCommand(
  identityCommands.endSession,
  ({ id, reason = 'signed_out' }, context) =>
    context.execute(session, id, {
      decide: (state) => decideEnd(state, { id, principal: context.principal, reason }),
    }),
);

/** When its last refresh token is over, a session has ended, whoever kept it. */
export const decideExpire = (state: SessionState, at: string): Decision =>
  state.kind === 'open' && state.refreshUntil <= at
    ? [SessionEnded.of({ id: state.id, reason: 'expired' })]
    : [];

export const expireSession = serviceCommand(identityCommands.expireSession, ({ session_id: id }, context) =>
  context.execute(session, id, { decide: (state) => decideExpire(state, context.at) }),
);
