import { identityCommands } from '@cairn/contracts';
import {
  type CommandContext,
  type CommandOutcome,
  isRefusal,
  macOfServer,
  type Refusal,
  refuse,
  type ServiceCommand,
  serviceCommand,
} from '@cairn/kernel';
import { openLinkOf, readVerificationLink, type SaidLink } from '../../credentials/mailed-token.js';
import { sessionRequired } from '../../domain/user/session-required.js';
import { type OpenLink, user } from '../../domain/user/state.js';
import {
  decideConfirm,
  decideRequestVerification,
  decideVerify,
  linkNotValid,
} from '../../domain/user/verifying.js';

/** Mails to one account in a quarter of an hour; what is asked beyond is answered alike and does nothing (S47). */
const MOST_REQUESTS = 5;
const WINDOW_MS = 15 * 60 * 1000;

const usable = async (
  { load, tools: { vault }, at }: CommandContext,
  said: SaidLink,
): Promise<OpenLink | Refusal> => {
  const state = await load(user, said.userId);
  if (state.kind !== 'account') return linkNotValid();
  const link = await openLinkOf(vault, 'verification', state.verifications, { ...said, at });
  return link ?? linkNotValid();
};

/** Answers `{user_id}`: who has the link need not know the account. */
const verified = async (context: CommandContext, said: SaidLink): Promise<CommandOutcome> => {
  const done = await context.execute(user, said.userId, {
    given: () => usable(context, said),
    decide: (state, link) => decideVerify(state, { verificationId: link.id, at: context.at }),
  });
  return isRefusal(done) ? done : { ...done, result: { user_id: said.userId } };
};

const verifyEmail = serviceCommand(identityCommands.verifyEmail, async ({ token }, context) => {
  const said = readVerificationLink(token);
  const done = said === undefined ? linkNotValid() : await verified(context, said);
  if (isRefusal(done))
    context.tools.logger.info({ code: done.refused }, 'a link to verify an address was refused');
  return done;
});

const requestEmailVerification = serviceCommand(
  identityCommands.requestEmailVerification,
  async (_, context) => {
    const { principal, tools, at } = context;
    if (principal.kind !== 'user') return sessionRequired();
    const { userId } = principal;
    const key = (await macOfServer(tools.vault, 'login', 'verification', userId)).toString('base64url');
    const asked = await tools.registers.increment(`verification:${key}`, 1, WINDOW_MS);
    const verificationId = context.id('verification');
    return context.execute(user, userId, {
      decide: (state) =>
        asked > MOST_REQUESTS ? [] : decideRequestVerification(state, { verificationId, at }),
    });
  },
);

const confirmEmail = serviceCommand(
  identityCommands.confirmEmail,
  async ({ user_id: id, address_key: addressKey, by }, { principal, execute }) =>
    principal.kind === 'system'
      ? execute(user, id, { decide: (state) => decideConfirm(state, { addressKey, by }) })
      : refuse('forbidden', 'Only Cairn itself does that.'),
);

export const verificationCommands: readonly ServiceCommand[] = [
  verifyEmail,
  requestEmailVerification,
  confirmEmail,
];
