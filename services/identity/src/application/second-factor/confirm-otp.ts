import { identityCommands } from '@cairn/contracts';
import { serviceCommand } from '@cairn/kernel';
import { provenCode } from '../../credentials/one-time-passwords.js';
import { decideConfirm } from '../../domain/second-factor/decisions.js';
import { secondFactor } from '../../domain/second-factor/state.js';
import { sessionRequired } from '../../domain/user/session-required.js';
import { limited } from '../../sign-in/attempts.js';

/** The person has the secret: every login asks for a code from now on. */
export const confirmOtp = serviceCommand(
  identityCommands.confirmOtp,
  async ({ body: { code }, ip }, context) => {
    const { principal, tools } = context;
    const { userId } = principal;
    if (principal.kind !== 'user') return sessionRequired();
    return limited(tools, { login: userId, accountId: userId, ip }, () =>
      context.execute(secondFactor, userId, {
        given: async ({ pending }) => ({
          proven: await provenCode(tools.vault, pending?.credentialId ?? '', code, tools.clock.now()),
        }),
        decide: (state, { proven }) => decideConfirm(state, userId, proven),
      }),
    );
  },
);
