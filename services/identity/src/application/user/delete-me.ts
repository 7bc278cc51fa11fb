import { type GivenProof, identityCommands, UserErased } from '@cairn/contracts';
import {
  type CommandContext,
  type CommandOutcome,
  type Decision,
  isRefusal,
  pause,
  refuse,
  serviceCommand,
} from '@cairn/kernel';
import { proofRefusal, underProof } from '../../sign-in/person-proof.js';
import { leaveAdministrations } from '../../groups/leave-administrations.js';
import { isLetGo } from '../../domain/administrators/decisions.js';
import { sessionRequired } from '../../domain/user/session-required.js';
import { isAdministrator, user, type UserState } from '../../domain/user/state.js';
import { letGo, standingOf } from './let-go.js';

export const decideErase = (state: UserState, { isLetGo }: { readonly isLetGo: boolean }): Decision => {
  if (state.kind === 'erased') return [];
  if (state.kind !== 'account') return refuse('not_found', 'There is no such account.');
  if (isAdministrator(state) && !isLetGo)
    return refuse('last_administrator', 'The last administrator must stay one.');
  return [
    UserErased.of({
      id: state.id,
      credential_id: state.credentialId,
      held_username: state.heldUsername,
      held_email: state.heldEmail,
      ...(state.emailVerified ? { email_verified: true } : {}),
    }),
  ];
};

const LONGEST_WAIT_MS = 10_000;
const LOOK_EVERY_MS = 10;

/** The policy destroys the key, after the mails that were owed before; this waits for it. */
const keyIsGone = async ({ tools }: CommandContext, userId: string): Promise<boolean> => {
  const end = tools.clock.now() + LONGEST_WAIT_MS;
  while ((await tools.vault.findKey(userId)) !== undefined) {
    if (tools.clock.now() > end) return false;
    await pause(LOOK_EVERY_MS);
  }
  return true;
};

/**
 * Answers `{erased}`: false when the key of the personal data could not be destroyed yet; it will be. A retry of one that
 * was done needs no proof: there is nobody any more who could give it.
 */
export const deleteMe = serviceCommand(identityCommands.deleteMe, async (proof, context) =>
  context.principal.kind === 'user'
    ? underProof(context, proof, () => erase(proof, context))
    : sessionRequired(),
);

const erase = async (proof: GivenProof, context: CommandContext): Promise<CommandOutcome> => {
  const id = context.principal.userId;
  const unproven = await proofRefusal(context, proof);
  const isLeaving = unproven === undefined && isAdministrator(await context.load(user, id));
  const gone = isLeaving ? await letGo(context, id) : undefined;
  if (gone !== undefined && isRefusal(gone)) return gone;
  const left = unproven === undefined ? await leaveAdministrations(context, id) : undefined;
  if (left !== undefined) return left;
  const done = await context.execute(user, id, {
    given: async (state) => unproven ?? { isLetGo: isLetGo(state, await standingOf(context, id)) },
    decide: decideErase,
  });
  return isRefusal(done) ? done : { ...done, result: { erased: await keyIsGone(context, id) } };
};
