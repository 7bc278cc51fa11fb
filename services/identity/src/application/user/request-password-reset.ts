import { identityCommands, PasswordResetRequested } from '@cairn/contracts';
import {
  type CommandContext,
  type Decision,
  foldName,
  pause,
  serviceCommand,
  START,
  streamOf,
  macOfServer,
} from '@cairn/kernel';
import { accountByLogin } from '../../accounts/lookup.js';
import { user, type UserState } from '../../domain/user/state.js';

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

/** Answers alike and at the same moment whether there is such an account or not (S12). */
const ANSWERED_AFTER_MS = 250;

/**
 * What is done for an account that is there is not waited for: neither a slow log nor read models that are behind tell
 * of it. It has begun before the answer, and mostly ended; a process that dies in between has mailed nothing, and is
 * asked again. The reply names no event, so that nothing is waited for at the edge either.
 */
export const requestPasswordReset = serviceCommand(
  identityCommands.requestPasswordReset,
  async ({ body: { login } }, context) => {
    const moment = pause(ANSWERED_AFTER_MS);
    const { registers, vault, logger } = context.tools;
    const account = await accountByLogin(context, login);
    const key = (await macOfServer(vault, 'login', 'reset', account?.id ?? foldName(login))).toString(
      'base64url',
    );
    const asked = await registers.increment(`reset:${key}`, 1, WINDOW_MS);
    if (account !== undefined && asked <= MOST_REQUESTS)
      request(account.id, context).catch((error: unknown) =>
        logger.error({ err: error }, 'a reset of a password that was asked for could not be recorded'),
      );
    await moment;
    return {
      status: 'done',
      stream: streamOf(user, context.id('nobody')),
      revision: undefined,
      position: START,
      replayed: false,
      appended: 0,
    };
  },
);

const request = async (id: string, context: CommandContext): Promise<void> => {
  const resetId = context.id('reset');
  await context.execute(user, id, {
    decide: (state) => decideRequestReset(state, { resetId, at: context.at }),
  });
};
