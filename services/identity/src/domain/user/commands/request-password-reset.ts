import { identityCommands, PasswordResetRequested } from '@cairn/contracts';
import { type Decision, foldName, serviceCommand } from '@cairn/kernel';
import { accountByLogin } from '../../../accounts/lookup.js';
import { macOfServer } from '../../../credentials/mac.js';
import { user, type UserState } from '../state.js';

/** A mailed link is good for an hour. */
const RESET_MS = 60 * 60 * 1000;
/** Mails to one account in a quarter of an hour; what is asked beyond is answered alike and does nothing (S47). */
const MOST_REQUESTS = 5;
const WINDOW_MS = 15 * 60 * 1000;

export const decideRequestReset = (
  state: UserState,
  { resetId, at }: { resetId: string; at: string },
): Decision =>
  state.kind === 'account' && !state.disabled
    ? [
        PasswordResetRequested.of({
          id: state.id,
          reset_id: resetId,
          email: state.email,
          expires_at: new Date(Date.parse(at) + RESET_MS).toISOString(),
        }),
      ]
    : [];

/** Answers alike whether there is such an account or not (S12): an unknown login leads to a stream that is never made. */
export const requestPasswordReset = serviceCommand(
  identityCommands.requestPasswordReset,
  async ({ login }, context) => {
    const { registers, vault } = context.tools;
    const account = await accountByLogin(context, login);
    const key = (await macOfServer(vault, 'login', 'reset', account?.id ?? foldName(login))).toString(
      'base64url',
    );
    const asked = await registers.increment(`reset:${key}`, 1, WINDOW_MS);
    const resetId = context.id('reset');
    return context.execute(user, account?.id ?? context.id('nobody'), {
      decide: (state) =>
        asked > MOST_REQUESTS ? [] : decideRequestReset(state, { resetId, at: context.at }),
    });
  },
);
