import { identityCommands, type OtpEnrolment } from '@cairn/contracts';
import {
  type CommandContext,
  type CommandOutcome,
  derivedId,
  isRefusal,
  openText,
  serviceCommand,
  streamOf,
} from '@cairn/kernel';
import { asPrinted, keepOtpSecret, otpauthUri } from '../../credentials/one-time-passwords.js';
import { decideEnrol } from '../../domain/second-factor/decisions.js';
import { secondFactor } from '../../domain/second-factor/state.js';
import { sessionRequired } from '../../domain/user/session-required.js';
import { user } from '../../domain/user/state.js';
import { proofRefusal, underProof } from '../../sign-in/person-proof.js';

/** Tells a secret that counts once a code of it has come. */
export const enrolOtp = serviceCommand(identityCommands.enrolOtp, async (proof, context) => {
  if (context.principal.kind !== 'user') return sessionRequired();
  return underProof(context, proof, () => enrol(proof, context));
});

const enrol = async (
  proof: { readonly password?: string; readonly ip?: string },
  context: CommandContext,
): Promise<CommandOutcome> => {
  const { userId } = context.principal;
  const credentialId = derivedId(context.facts.id, context.facts.request, 'otp');
  const keep = () => keepOtpSecret(context.tools.vault, credentialId, streamOf(secondFactor, userId));
  const done = await context.execute(secondFactor, userId, {
    given: async () => {
      const refusal = await proofRefusal(context, proof);
      if (refusal === undefined) await keep();
      return refusal;
    },
    decide: (state) => decideEnrol(state, userId, credentialId),
  });
  if (isRefusal(done)) return done;
  const { secret, recoveryCodes } = await keep();
  const result: OtpEnrolment = {
    secret,
    otpauth_uri: otpauthUri(secret, await nameOf(context)),
    recovery_codes: recoveryCodes.map(asPrinted),
  };
  return { ...done, result };
};

/** What the authenticator shows beside the code. */
const nameOf = async ({ principal: { userId }, load, tools }: CommandContext): Promise<string> => {
  const account = await load(user, userId);
  if (account.kind !== 'account') return userId;
  const place = { person: userId, stream: streamOf(user, userId), field: 'username' };
  return openText(account.username, await tools.vault.findKey(userId), place);
};
